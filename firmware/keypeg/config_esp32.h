/* config_esp32.h: the pins of an ESP32 DevKit (WROOM-32), by their GPIO numbers; else as config.h. */
#ifndef BLACK_LED_PINS
#define BLACK_LED_PINS 13, 14, 16, 17, NO_PIN
#endif
#ifndef WHITE_LED_PINS
#define WHITE_LED_PINS 18, 19, 21, 22, NO_PIN
#endif
#ifndef TURN_LED_PINS
#define TURN_LED_PINS 23, 25
#endif
#ifndef KEY_STRIP_PIN
#define KEY_STRIP_PIN 26       /* through a 74AHCT125: the chip speaks 3.3 V */
#endif
#ifndef CODE_STRIP_PIN
#define CODE_STRIP_PIN 27
#endif
#ifndef WHITE_SERVO_PIN
#define WHITE_SERVO_PIN 32
#endif
#ifndef RED_SERVO_PIN
#define RED_SERVO_PIN 33
#endif
#ifndef DONE_BUTTON_PIN
#define DONE_BUTTON_PIN 4
#endif
#ifndef TAKE_BACK_BUTTON_PIN
#define TAKE_BACK_BUTTON_PIN 5
#endif
#ifndef LINK_LED_PIN
#define LINK_LED_PIN 2         /* the light on the board itself */
#endif
