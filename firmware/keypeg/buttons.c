/* buttons.c: a level counts once it has stood still for BOUNCE_MS. */
#include "buttons.h"

uint8_t button_take(button_t *b, uint8_t level, uint16_t now_ms)
{
    if (level != b->level) {
        b->level = level;
        b->changed_ms = now_ms;
    }
    if (b->level == b->down || (uint16_t)(now_ms - b->changed_ms) < BOUNCE_MS)
        return 0;
    b->down = b->level;
    return b->down;
}
