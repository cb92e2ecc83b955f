/* buttons.h: presses out of levels that rattle. Portable C99: the chip and the tests compile it. */
#ifndef KEYPEG_BUTTONS_H
#define KEYPEG_BUTTONS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define BOUNCE_MS 30u /* a cheap button rattles for 5 to 20 ms */

typedef struct {
    uint8_t down;        /* as it was last believed */
    uint8_t level;       /* as it was last seen */
    uint16_t changed_ms; /* when the level last changed */
} button_t;

/* held, until it is seen to be let go: one that is down when the power comes is not pressed */
#define BUTTON_AT_START {1, 1, 0}

/* Take the level (1: pressed) at now_ms; gives 1 once for each press that has held. */
uint8_t button_take(button_t *b, uint8_t level, uint16_t now_ms);

#ifdef __cplusplus
}
#endif
#endif
