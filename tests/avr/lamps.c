/* SPDX-License-Identifier: GPL-3.0-or-later
 * lamps.c: WS2812 strips and servos, read back from the edges on the pins. */
#include <stdio.h>
#include <string.h>

#include "avr_ioport.h"
#include "bench.h"

#define LAMPS_MAX 4
#define LATCH_NS 50000
#define ONE_NS 500 /* a high time above this is a 1 */
#define STRIP_BYTES 1024

typedef struct {
    char pin[4];
    int level, bits, bad;
    avr_cycle_count_t start, rise, fall;
    unsigned zero[2], one[2], gap; /* shortest and longest high times, longest low time; cycles */
    uint8_t data[STRIP_BYTES];
} strip_t;

typedef struct {
    char pin[4];
    int level;
    avr_cycle_count_t rise;
    unsigned period;
} servo_t;

static strip_t strips[LAMPS_MAX];
static servo_t servos[LAMPS_MAX];
static int strip_count, servo_count;
static uint8_t ports[128], watched[128];

static double ns(avr_cycle_count_t cycles) { return cycles * 1e9 / avr->frequency; }

static avr_irq_t *pin_irq(const char *pin)
{
    watched[(int)pin[0]] &= (uint8_t) ~(1 << (pin[1] - '0'));
    return avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pin[0]), pin[1] - '0');
}

static void stretch(unsigned range[2], unsigned value)
{
    if (range[1] == 0 || value < range[0])
        range[0] = value;
    if (value > range[1])
        range[1] = value;
}

static void latch(strip_t *s, const char *name)
{
    if (s->bits == 0)
        return;
    printf("{\"ev\":\"%s\",\"t\":%llu,\"pin\":\"%s\",\"bits\":%d,\"bad\":%d,\"start\":%llu,"
           "\"zero\":[%u,%u],\"one\":[%u,%u],\"gap\":%u,\"grb\":\"",
           name, (unsigned long long)s->fall, s->pin, s->bits, s->bad,
           (unsigned long long)s->start, s->zero[0], s->zero[1], s->one[0], s->one[1], s->gap);
    for (int i = 0; i < s->bits / 8; i++)
        printf("%02x", s->data[i]);
    puts("\"}");
    s->bits = s->bad = 0;
    s->gap = s->zero[0] = s->zero[1] = s->one[0] = s->one[1] = 0;
    memset(s->data, 0, sizeof s->data);
}

/* The limits are the data sheet's: 250-550 ns and 650-950 ns. */
static void end_bit(strip_t *s)
{
    unsigned high = (unsigned)(avr->cycle - s->rise);
    int one = ns(high) > ONE_NS;
    stretch(one ? s->one : s->zero, high);
    if (one ? ns(high) < 650 || ns(high) > 950 : ns(high) < 250 || ns(high) > 550)
        s->bad++;
    if (one && s->bits < STRIP_BYTES * 8)
        s->data[s->bits / 8] |= (uint8_t)(0x80 >> s->bits % 8);
    s->bits++;
    s->fall = avr->cycle;
}

static void strip_edge(struct avr_irq_t *irq, uint32_t value, void *param)
{
    strip_t *s = param;
    (void)irq;
    if ((int)(value & 1) == s->level)
        return;
    s->level = value & 1;
    if (!s->level) {
        end_bit(s);
        return;
    }
    if (s->bits && ns(avr->cycle - s->fall) > LATCH_NS)
        latch(s, "strip");
    if (s->bits && avr->cycle - s->fall > s->gap)
        s->gap = (unsigned)(avr->cycle - s->fall);
    s->rise = avr->cycle;
    if (s->bits == 0)
        s->start = s->rise;
}

static void servo_edge(struct avr_irq_t *irq, uint32_t value, void *param)
{
    servo_t *s = param;
    unsigned pulse;
    (void)irq;
    if ((int)(value & 1) == s->level)
        return;
    s->level = value & 1;
    if (s->level) {
        s->period = s->rise ? (unsigned)(avr->cycle - s->rise) : 0;
        s->rise = avr->cycle;
        return;
    }
    pulse = (unsigned)(avr->cycle - s->rise);
    say("servo", ",\"pin\":\"%s\",\"us\":%.2f,\"period_us\":%.1f", s->pin, ns(pulse) / 1000,
        ns(s->period) / 1000);
}

static void port_change(struct avr_irq_t *irq, uint32_t value, void *param)
{
    int port = (int)(intptr_t)param;
    (void)irq;
    if (((value ^ ports[port]) & watched[port]) == 0)
        return;
    ports[port] = (uint8_t)value;
    say("port", ",\"port\":\"%c\",\"value\":%u", port, (unsigned)value & watched[port]);
}

void lamps_strip(const char *pin)
{
    strip_t *s = &strips[strip_count++];
    snprintf(s->pin, sizeof s->pin, "%s", pin);
    avr_irq_register_notify(pin_irq(pin), strip_edge, s);
}

void lamps_servo(const char *pin)
{
    servo_t *s = &servos[servo_count++];
    snprintf(s->pin, sizeof s->pin, "%s", pin);
    avr_irq_register_notify(pin_irq(pin), servo_edge, s);
}

void lamps_press(const char *pin, int is_down)
{
    avr_raise_irq(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pin[0]), pin[1] - '0'), !is_down);
}

/* simavr knows no pull-ups: a button that nobody presses is told to be high; a level that it was
 * told before, a reset or not, it does not hear again */
static void pull_up(void)
{
    for (const char *pin = "C4C5F4F5"; *pin; pin += 2)
        if (avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(pin[0]), pin[1] - '0')) {
            lamps_press(pin, 1);
            lamps_press(pin, 0);
        }
}

void lamps_watch(void)
{
    pull_up();
    for (int port = 'B'; port <= 'D'; port++) {
        watched[port] = 0xFF;
        avr_irq_register_notify(
            avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ(port), IOPORT_IRQ_REG_PORT), port_change,
            (void *)(intptr_t)port);
    }
}

void lamps_latch(void)
{
    for (int i = 0; i < strip_count; i++)
        if (!strips[i].level && ns(avr->cycle - strips[i].fall) > LATCH_NS)
            latch(&strips[i], "strip");
}

/* A strip that was being written keeps the pixels that it got, and its old ones behind them. */
void lamps_reset(void)
{
    for (int i = 0; i < strip_count; i++) {
        latch(&strips[i], "torn");
        strips[i].level = 0; /* simavr does not say that the pins are let go */
    }
    for (int port = 'B'; port <= 'D'; port++)
        port_change(NULL, 0, (void *)(intptr_t)port);
    pull_up();
}

void lamps_state(void)
{
    avr_ioport_state_t s[3];
    for (int i = 0; i < 3; i++)
        avr_ioctl(avr, AVR_IOCTL_IOPORT_GETSTATE('B' + i), &s[i]);
    say("state", ",\"B\":%u,\"C\":%u,\"D\":%u", s[0].port & s[0].ddr, s[1].port & s[1].ddr,
        s[2].port & s[2].ddr);
}
