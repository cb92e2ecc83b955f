/* servos.h: the two servos that push the sliders. */
#ifndef KEYPEG_SERVOS_H
#define KEYPEG_SERVOS_H

#include <stdint.h>

/* Pulses of these microseconds from now on. A servo whose pin is NO_PIN is left out. */
void servos_start(uint16_t white_us, uint16_t red_us);

/* Pulses of these microseconds, until they are let go. 0 if both stand there already. */
uint8_t servos_push(uint16_t white_us, uint16_t red_us);

/* Stop the pulses: the arms stay, and nothing hums. */
void servos_release(void);

#endif
