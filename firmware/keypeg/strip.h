/* strip.h: two WS2812 strips; on a chip of the AVR kind on one port, written at the same time. */
#ifndef KEYPEG_STRIP_H
#define KEYPEG_STRIP_H

#include <stdint.h>

/* Make the data pins outputs, low. */
void strip_start(void);

/* Send the colours of both strips: key[i] and code[i] are places in a palette of green, red, blue.
 * On AVR interrupts stay off meanwhile: 30 us a pixel, 1.4 ms for 48. */
void strip_send(const uint8_t *key, const uint8_t *code, uint8_t pixels,
                const uint8_t palette[][3]);

#endif
