/* talk.h: what a frame does, and what is shown while nobody talks. Portable C99; the board is
 * behind three functions that the sketch (or a test on the PC) provides. */
#ifndef KEYPEG_TALK_H
#define KEYPEG_TALK_H

#include "picture.h"

#ifdef __cplusplus
extern "C" {
#endif

#ifndef PROTOCOL
#define PROTOCOL 1u
#endif
#define FIRMWARE_MAJOR 1u
#define FIRMWARE_MINOR 1u

enum kind {
    /* the computer speaks */
    KIND_HELLO = 0x01, KIND_SHOW = 0x02, KIND_PING = 0x03, KIND_BYE = 0x04,
    /* the board answers; PRESSED it says unasked */
    KIND_INFO = 0x81, KIND_SHOWN = 0x82, KIND_PONG = 0x83, KIND_PRESSED = 0x84, KIND_REFUSED = 0xFF
};

enum press { PRESS_DONE, PRESS_TAKE_BACK, PRESSES };

/* Why a frame is refused; 1 to 3 are those of frame.h. */
enum { UNKNOWN_KIND = 4, OTHER_SESSION = 5, BAD_PAYLOAD = 6, OTHER_PROTOCOL = 7 };

/* What the lights do. Only LIVE shows an answer. */
enum phase {
    SELF_TEST, /* after power-on: every light once */
    WAITING,   /* nobody has said hello */
    LIVE,      /* the picture */
    LOST,      /* the computer has been silent for too long */
    OFF        /* the computer said goodbye */
};

#define STEP_MS 64u        /* a pattern moves on this often */
#define SELF_TEST_STEPS 60u
#define QUIET_MS 5u        /* no byte for so long: no frame is arriving (a byte takes 0.09 ms) */

void talk_start(void);
void talk_byte(uint8_t byte);
void talk_tick(uint16_t now_ms); /* call often */
void talk_press(enum press which);

/* Provided by the board. */
void board_send(const uint8_t *wire, uint8_t size);
void board_picture(const picture_t *picture, uint8_t brightness);
void board_pattern(enum phase phase, uint8_t step);

#ifdef __cplusplus
}
#endif
#endif
