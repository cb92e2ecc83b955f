/* picture.h: what is to be seen, as the computer sent it, and what each light is for. C99. */
#ifndef KEYPEG_PICTURE_H
#define KEYPEG_PICTURE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define ROWS_MAX 12u
#define HOLES_MAX 5u
#define NO_KEYS 0xFFu /* a row that is not answered yet */
#define NO_TURN 0x0Fu

/* What a pixel can be. 1 to 12 are code pegs, in the order of LETTERS in wire.py. */
enum { PEG_NONE = 0, PEG_UNKNOWN = 13, KEY_BLACK = 14, KEY_WHITE = 15, COLOURS = 16 };

typedef struct {
    uint8_t mood; /* 0 playing, 1 asking, 2 won, 3 lost */
    uint8_t dark; /* lights off while the camera reads; sliders stay */
    uint8_t turn; /* place of the player who must act, or NO_TURN */
    uint8_t rows, holes;
    uint8_t peg[ROWS_MAX][HOLES_MAX];
    uint8_t black[ROWS_MAX], white[ROWS_MAX]; /* black is NO_KEYS in a row without answer */
} picture_t;

/* Read a SHOW payload after its session byte. 0 if a field is out of range: *p is useless then. */
uint8_t picture_read(picture_t *p, const uint8_t *bytes, uint8_t length);

/* What key light `place` (from 0) of a row shows: KEY_BLACK, KEY_WHITE or PEG_NONE. */
uint8_t picture_key(const picture_t *p, uint8_t row, uint8_t place);

/* What the key lights and code lights of the first `rows` rows show, `places` a row, and how many
 * of both show each colour (added to `count`). pegs may be NULL: there is no strip for them. */
void picture_pixels(const picture_t *p, uint8_t rows, uint8_t places, uint8_t *keys, uint8_t *pegs,
                    uint8_t count[COLOURS]);

/* The newest answered row, or ROWS_MAX. */
uint8_t picture_last(const picture_t *p);

/* How bright (0 to 255) the strips may be: at most `wanted`, and so that they take at most
 * `milliamps` more than in the dark. count[c] pixels have colour c; rgb are the colours at full
 * brightness; a channel takes 20 mA at 255. */
uint8_t safe_level(const uint8_t count[COLOURS], const uint8_t rgb[COLOURS][3], uint8_t wanted,
                   uint16_t milliamps);

#ifdef __cplusplus
}
#endif
#endif
