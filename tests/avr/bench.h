/* SPDX-License-Identifier: GPL-3.0-or-later
 * bench.h: what the parts of the test bench share. The bench is linked with libsimavr, which is
 * under the GPL; it is a program of its own, and no part of Keypeg is linked with it. */
#ifndef BENCH_H
#define BENCH_H

#include <stdint.h>

#include "sim_avr.h"

extern avr_t *avr;

/* Print one JSON object: {"ev": NAME, "t": CYCLE, ...} */
void say(const char *name, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* line.c: the UART's wire, on a pseudo-terminal */
void line_attach(void);
void line_plug(const char *link);
void line_unplug(void);
int line_poll(void);           /* read from the host; 1: it has just opened the port */
void line_receive(void);       /* give the chip the bytes that are due */
void line_transmit(void);      /* give the host the bytes that are due */
int line_is_busy(void);        /* bytes are on the wire, either way */
avr_cycle_count_t line_next(void); /* when the next byte is due at the chip */
void line_reset(void);
void line_noise(uint32_t bits_per_million);
void line_trace(int on);
void line_stats(void);

/* lamps.c: what is connected to the pins */
void lamps_strip(const char *pin);
void lamps_servo(const char *pin);
void lamps_press(const char *pin, int is_down); /* a button from the pin to GND */
void lamps_watch(void);        /* say every change of ports B, C and D */
void lamps_latch(void);        /* say strips that have been low for long enough */
void lamps_reset(void);
void lamps_state(void);

#endif
