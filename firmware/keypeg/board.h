/* board.h: which boards this sketch runs on, and what differs between them. */
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
#else
#error "Keypeg's sketch runs on an Arduino Uno R3, Nano, Leonardo or Mega 2560. Choose one of these under Tools, Board; with any other board use the screen or the Raspberry Pi's own pins (hardware.md)."
#endif

#endif
