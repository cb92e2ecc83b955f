/* checks.h: refuses what cannot work in config.h, before it is on the chip. */
#ifndef KEYPEG_CHECKS_H
#define KEYPEG_CHECKS_H

#include "board.h"
#include "config.h"

#define PIXELS (ROWS * HOLES)
#define STRIPS ((KEY_STRIP_PIN >= 0) + (CODE_STRIP_PIN >= 0))
#define IDLE_MILLIAMPS (PIXELS * STRIPS) /* a WS2812 takes 1 mA even when it is dark */

#if ROWS < 1 || ROWS > 12
#error "ROWS in config.h must be 1 to 12"
#endif
#if HOLES < 3 || HOLES > 5
#error "HOLES in config.h must be 3 to 5"
#endif
#if CODE_STRIP_PIN >= 0 && KEY_STRIP_PIN < 0
#error "config.h: a strip for the code pegs needs one for the key pegs; set KEY_STRIP_PIN"
#endif
#if STRIPS && MAX_MILLIAMPS < IDLE_MILLIAMPS + 20
#error "MAX_MILLIAMPS in config.h is less than the dark strips take; use fewer ROWS"
#endif

/* A set of pins as bits. Their sum equals their union only if no pin is named twice. */
#define BIT(pin) ((pin) < 0 ? 0 : 1LL << (pin))
#define SUM5(a, b, c, d, e) (BIT(a) + BIT(b) + BIT(c) + BIT(d) + BIT(e))
#define SET5(a, b, c, d, e) (BIT(a) | BIT(b) | BIT(c) | BIT(d) | BIT(e))
#define SUM2(a, b) (BIT(a) + BIT(b))
#define SET2(a, b) (BIT(a) | BIT(b))
#define LIST(macro, ...) macro(__VA_ARGS__)

#define PINS_SUM                                                                            \
    (LIST(SUM5, BLACK_LED_PINS) + LIST(SUM5, WHITE_LED_PINS) + LIST(SUM2, TURN_LED_PINS) +  \
     SUM2(DONE_BUTTON_PIN, TAKE_BACK_BUTTON_PIN) +                                          \
     SUM5(KEY_STRIP_PIN, CODE_STRIP_PIN, LINK_LED_PIN, WHITE_SERVO_PIN, RED_SERVO_PIN))
#define PINS_SET                                                                            \
    (LIST(SET5, BLACK_LED_PINS) | LIST(SET5, WHITE_LED_PINS) | LIST(SET2, TURN_LED_PINS) |  \
     SET2(DONE_BUTTON_PIN, TAKE_BACK_BUTTON_PIN) |                                          \
     SET5(KEY_STRIP_PIN, CODE_STRIP_PIN, LINK_LED_PIN, WHITE_SERVO_PIN, RED_SERVO_PIN))

#if PINS_SUM != PINS_SET
#error "config.h uses a pin twice"
#endif
/* where USB is the chip's own, the serial pins are free */
#if PINS_SET & 3 && !defined(__AVR_ATmega32U4__) && !defined(DRIVEN_BY_LIBRARIES)
#error "pins 0 and 1 in config.h are the serial line to the computer; choose others"
#endif
#ifndef DRIVEN_BY_LIBRARIES
#if WHITE_SERVO_PIN >= 0 && WHITE_SERVO_PIN != TIMER_1_WHITE
#error "WHITE_SERVO_PIN in config.h can only be 9 (11 on a Mega): timer 1 makes its pulses there"
#endif
#if RED_SERVO_PIN >= 0 && RED_SERVO_PIN != TIMER_1_RED
#error "RED_SERVO_PIN in config.h can only be 10 (12 on a Mega): timer 1 makes its pulses there"
#endif
#endif
#ifdef ARDUINO_ARCH_ESP32
/* 1 and 3 are the serial line, 6 to 11 the flash, 34 to 39 can only be read */
#define NEVER_ON_ESP32 (BIT(1) | BIT(3) | 0xFC0LL | 0xFC00000000LL)
#if PINS_SET & NEVER_ON_ESP32
#error "config.h uses a pin that an ESP32 needs itself or cannot drive: 1, 3, 6 to 11, 34 to 39; choose others"
#endif
#endif

#define CLICKS_OK(a, b, c, d, e, f) \
    (PULSE_OK(a) && PULSE_OK(b) && PULSE_OK(c) && PULSE_OK(d) && PULSE_OK(e) && PULSE_OK(f))
#define PULSE_OK(us) ((us) >= 500 && (us) <= 2500)
#if !LIST(CLICKS_OK, WHITE_SERVO_CLICKS) || !LIST(CLICKS_OK, RED_SERVO_CLICKS)
#error "a servo pulse in config.h is outside 500 to 2500 microseconds; it would hit its stop"
#endif

#endif
