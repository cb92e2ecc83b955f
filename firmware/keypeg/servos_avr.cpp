/* servos_avr.cpp: pulses by timer 1, to half a microsecond. */
#include <Arduino.h>

#include "checks.h"
#include "servos.h"

#ifndef DRIVEN_BY_LIBRARIES

static const uint16_t TICKS_PER_MS = 2000; /* timer 1 counts half microseconds */

/* Timer 1, mode 14: a period of 20 ms; ICR1 first, because it counts only once the mode is set. */
void servos_start(uint16_t white_us, uint16_t red_us)
{
    TCCR1A = 0;
    TCCR1B = 0;
    ICR1 = 20 * TICKS_PER_MS - 1;
    TCCR1A = _BV(WGM11);
    TCCR1B = _BV(WGM13) | _BV(WGM12) | _BV(CS11);
    servos_push(white_us, red_us);
}

uint8_t servos_push(uint16_t white_us, uint16_t red_us)
{
    if (OCR1A == 2 * white_us && OCR1B == 2 * red_us)
        return 0;
    OCR1A = 2 * white_us;
    OCR1B = 2 * red_us;
    TCCR1A = (WHITE_SERVO_PIN >= 0 ? _BV(COM1A1) : 0) | (RED_SERVO_PIN >= 0 ? _BV(COM1B1) : 0) |
             _BV(WGM11);
    return 1;
}

void servos_release(void) { TCCR1A = _BV(WGM11); } /* the pins are plain outputs again, and low */

#endif
