/* config_mega.h: the pins of an Arduino Mega 2560; all other choices are those of config.h. */
#ifndef KEY_STRIP_PIN
#define KEY_STRIP_PIN 22       /* the strips are on port A: 22 to 29 */
#endif
#ifndef CODE_STRIP_PIN
#define CODE_STRIP_PIN 24
#endif
#ifndef TURN_LED_PINS
#define TURN_LED_PINS 8, 9
#endif
#ifndef WHITE_SERVO_PIN
#define WHITE_SERVO_PIN 11     /* timer 1 is at 11 and 12 here */
#endif
#ifndef RED_SERVO_PIN
#define RED_SERVO_PIN 12
#endif
