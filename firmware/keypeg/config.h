/* config.h: everything you can choose. Change a line and upload again.
 *
 * Pins have the numbers printed on the board; PIN_A0 is A0. NO_PIN leaves a part out.
 * A choice that cannot work stops the compiler with a sentence (see checks.h).
 */
#ifndef KEYPEG_CONFIG_H
#define KEYPEG_CONFIG_H

#define NO_PIN (-1)

/* The board on the table. */
#ifndef ROWS
#define ROWS 12                /* rows that have lights, 1 to 12 */
#endif
#ifndef HOLES
#define HOLES 4                /* holes in a row, and key lights in a row, 3 to 5 */
#endif

/* Another board, other pins: what its file chooses stands before what is below. An Uno R4 has the
 * pins of an Uno. */
#if defined(__AVR_ATmega2560__)
#include "config_mega.h"
#elif defined(ARDUINO_ARCH_ESP32)
#include "config_esp32.h"
#elif defined(ARDUINO_ARCH_RP2040)
#include "config_pico.h"
#endif

/* WS2812 strips (NeoPixel): two data lines side by side, row 1 first, ROWS x HOLES pixels each.
 * On an Uno R3, Nano or Leonardo they are written at the same time, so both must be on port D:
 * 2, 4 and 6. */
#ifndef KEY_STRIP_PIN
#define KEY_STRIP_PIN 6        /* key pegs: red for black, white for white */
#endif
#ifndef CODE_STRIP_PIN
#define CODE_STRIP_PIN 4       /* code pegs in their colours; NO_PIN: key pegs only */
#endif
#ifndef MAX_MILLIAMPS
#define MAX_MILLIAMPS 400      /* both strips; a USB port gives 500, the board takes 50 */
#endif

/* Single lights for the newest answer: key i is black light i or white light i, black first. */
#ifndef BLACK_LED_PINS
#define BLACK_LED_PINS PIN_A0, PIN_A1, PIN_A2, PIN_A3, NO_PIN
#endif
#ifndef WHITE_LED_PINS
#define WHITE_LED_PINS 2, 3, 5, 7, NO_PIN
#endif

/* Whose turn it is: first and second player. */
#ifndef TURN_LED_PINS
#define TURN_LED_PINS 11, 12
#endif

/* Buttons from the pin to GND: the row is done, and take the newest row back. */
#ifndef DONE_BUTTON_PIN
#define DONE_BUTTON_PIN PIN_A4
#endif
#ifndef TAKE_BACK_BUTTON_PIN
#define TAKE_BACK_BUTTON_PIN PIN_A5
#endif

/* On while the computer is heard, blinking when it is not. 13 is the light on the board itself. */
#ifndef LINK_LED_PIN
#define LINK_LED_PIN 13
#endif

/* Servos that push the sliders. On an Uno R3, Nano or Leonardo only 9 and 10 (timer 1) will do. */
#ifndef WHITE_SERVO_PIN
#define WHITE_SERVO_PIN 9
#endif
#ifndef RED_SERVO_PIN
#define RED_SERVO_PIN 10
#endif
/* Pulse in microseconds (500 to 2500) for 0, 1, 2, 3, 4, 5 clicks: measure them on your sliders. */
#ifndef WHITE_SERVO_CLICKS
#define WHITE_SERVO_CLICKS 1000, 1200, 1400, 1600, 1800, 2000
#endif
#ifndef RED_SERVO_CLICKS
#define RED_SERVO_CLICKS 1000, 1200, 1400, 1600, 1800, 2000
#endif

#endif
