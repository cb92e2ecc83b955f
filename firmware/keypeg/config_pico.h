/* config_pico.h: the pins of a Raspberry Pi Pico, by their GP numbers; else as config.h. */
#ifndef BLACK_LED_PINS
#define BLACK_LED_PINS 2, 3, 4, 5, NO_PIN
#endif
#ifndef WHITE_LED_PINS
#define WHITE_LED_PINS 6, 7, 8, 9, NO_PIN
#endif
#ifndef TURN_LED_PINS
#define TURN_LED_PINS 10, 11
#endif
#ifndef KEY_STRIP_PIN
#define KEY_STRIP_PIN 16       /* through a 74AHCT125: the chip speaks 3.3 V */
#endif
#ifndef CODE_STRIP_PIN
#define CODE_STRIP_PIN 17
#endif
#ifndef WHITE_SERVO_PIN
#define WHITE_SERVO_PIN 14
#endif
#ifndef RED_SERVO_PIN
#define RED_SERVO_PIN 15
#endif
#ifndef DONE_BUTTON_PIN
#define DONE_BUTTON_PIN 20
#endif
#ifndef TAKE_BACK_BUTTON_PIN
#define TAKE_BACK_BUTTON_PIN 21
#endif
#ifndef LINK_LED_PIN
#define LINK_LED_PIN 25        /* the light on the board itself; NO_PIN on a Pico W */
#endif
