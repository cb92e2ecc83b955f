/* board.cpp: what a kind of chip needs before it starts, and how it waits. */
#include <Arduino.h>

#include "board.h"

#ifdef DRIVEN_BY_LIBRARIES

void board_start(void) {}

/* The system of these chips must have its turn: its USB, on an ESP32 its watchdog too. */
void board_doze(void) { delay(1); }

#else

#include <avr/sleep.h>
#include <avr/wdt.h>

void board_start(void)
{
    MCUSR = 0; /* some bootloaders leave the watchdog running */
    wdt_disable();
}

/* Sleep until a byte or the clock's tick, which is at most a millisecond away. */
void board_doze(void)
{
    cli();
    if (Serial.available() == 0) {
        sleep_enable();
        sei(); /* the instruction after sei runs before any interrupt: none is missed */
        sleep_cpu();
        sleep_disable();
    }
    sei();
}

#endif
