/* board.h: which boards this sketch runs on, and what differs between them.
 *
 * Two ports of the same parts: on a chip of the AVR kind strips and servos are driven by its own
 * registers (strip_avr, servos_avr), elsewhere by the libraries Adafruit NeoPixel and Servo
 * (strip_library, servos_library). board.cpp has what else differs. */
#ifndef KEYPEG_BOARD_H
#define KEYPEG_BOARD_H

#if defined(__AVR_ATmega328P__) || defined(__AVR_ATmega32U4__)
/* Strips hang on port D, the servos on timer 1's pins 9 and 10. */
#define STRIP_PORT PORTD
#define STRIP_DIRECTION DDRD
#define TIMER_1_WHITE 9
#define TIMER_1_RED 10
#elif defined(__AVR_ATmega2560__)
/* Strips hang on port A, pins 22 to 29, the servos on timer 1's pins 11 and 12. */
#define STRIP_PORT PORTA
#define STRIP_DIRECTION DDRA
#define TIMER_1_WHITE 11
#define TIMER_1_RED 12
#elif defined(ARDUINO_ARCH_RENESAS) || defined(ARDUINO_ARCH_ESP32) || defined(ARDUINO_ARCH_RP2040)
/* An Uno R4, ESP32 or Pico: any pin will do. */
#define DRIVEN_BY_LIBRARIES 1
#else
#error "Keypeg's sketch runs on an Arduino Uno R3, Nano, Leonardo, Mega 2560 or Uno R4, an ESP32 and a Raspberry Pi Pico. Choose one of these under Tools, Board; with any other board use the screen or the Raspberry Pi's own pins (hardware.md)."
#endif

/* Call once, first; and whenever there is nothing to do. */
void board_start(void);
void board_doze(void);

#endif
