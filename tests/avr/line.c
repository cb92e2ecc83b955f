/* SPDX-License-Identifier: GPL-3.0-or-later
 * line.c: the UART as a wire with exact byte times, a receiver of 2+1 bytes as the chip has it,
 * bit errors, and the host's baud rate compared with the chip's. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "avr_uart.h"
#include "bench.h"

DEFINE_FIFO(uint16_t, uart_fifo);

#define QUEUE 16384u /* power of two */
#define CHIP_HOLDS 4 /* 2 unread, 1 in the shift register, 1 arriving: what survives */
#define BAUD_TOLERANCE 0.045

/* the kernel's struct termios2, which <termios.h> does not have */
struct termios2_ {
    unsigned iflag, oflag, cflag, lflag;
    unsigned char line, cc[19];
    unsigned ispeed, ospeed;
};
#define TCGETS2_ _IOR('T', 0x2A, struct termios2_)

static avr_uart_t *uart;
static avr_irq_t *to_chip;
static int master = -1, is_open, trace;
static char link_path[256];
static unsigned host_baud;
static uint8_t in[QUEUE], out[QUEUE];
static avr_cycle_count_t out_due[QUEUE], in_due, out_free;
static unsigned in_first, in_last, out_first, out_last;
static uint64_t received, sent, overruns, garbled;
static uint32_t noise, chance = 0x2545F491;

static uint32_t next_chance(void)
{
    chance ^= chance << 13;
    chance ^= chance >> 17;
    chance ^= chance << 5;
    return chance;
}

static unsigned bit_cycles(void)
{
    unsigned divisor = avr->data[uart->ubrrl.reg] | (avr->data[uart->ubrrh.reg] & 15) << 8;
    return (divisor + 1) * (avr_regbit_get(avr, uart->u2x) ? 8 : 16);
}

static unsigned host_byte_cycles(void)
{
    return host_baud ? (unsigned)(10.0 * avr->frequency / host_baud + 0.5) : 10 * bit_cycles();
}

static uint8_t disturbed(uint8_t byte)
{
    double ratio = host_baud ? (double)avr->frequency / bit_cycles() / host_baud : 1;
    if (ratio < 1 - BAUD_TOLERANCE || ratio > 1 + BAUD_TOLERANCE) {
        garbled++;
        return (uint8_t)next_chance();
    }
    for (int bit = 0; noise && bit < 8; bit++)
        if (next_chance() % 1000000 < noise)
            byte ^= (uint8_t)(1 << bit);
    return byte;
}

static void from_chip(struct avr_irq_t *irq, uint32_t value, void *param)
{
    (void)irq, (void)param;
    out_free = (avr->cycle > out_free ? avr->cycle : out_free) + 10 * bit_cycles();
    if (out_last - out_first == QUEUE)
        return;
    out[out_last % QUEUE] = (uint8_t)value;
    out_due[out_last++ % QUEUE] = out_free;
}

void line_attach(void)
{
    uint32_t flags = 0;
    for (avr_io_t *io = avr->io_port; io; io = io->next)
        if (!strcmp(io->kind, "uart") && ((avr_uart_t *)io)->name == '0')
            uart = (avr_uart_t *)io;
    avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
    to_chip = avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_INPUT);
    avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), UART_IRQ_OUTPUT),
                            from_chip, NULL);
}

void line_plug(const char *path)
{
    char slave[64];
    int keeper;
    if (master >= 0)
        return;
    if (path)
        snprintf(link_path, sizeof link_path, "%s", path);
    master = posix_openpt(O_RDWR | O_NOCTTY | O_NONBLOCK);
    if (master < 0 || grantpt(master) || unlockpt(master) ||
        ptsname_r(master, slave, sizeof slave)) {
        perror("bench: no pseudo-terminal");
        exit(1);
    }
    /* a slave that was never opened does not hang up: open and close it once */
    keeper = open(slave, O_RDWR | O_NOCTTY);
    struct termios2_ raw;
    if (ioctl(keeper, TCGETS2_, &raw) == 0) {
        raw.iflag = raw.oflag = raw.lflag = 0;
        ioctl(keeper, _IOW('T', 0x2B, struct termios2_), &raw);
    }
    close(keeper);
    unlink(link_path);
    if (symlink(slave, link_path))
        perror("bench: link");
    is_open = 0;
    say("plug", ",\"path\":\"%s\"", link_path);
}

void line_unplug(void)
{
    if (master < 0)
        return;
    close(master);
    master = -1;
    unlink(link_path);
    in_first = in_last;
    say("unplug", " ");
}

static void read_host(void)
{
    uint8_t bytes[512];
    struct termios2_ settings;
    ssize_t count = read(master, bytes, sizeof bytes);
    if (count <= 0)
        return;
    if (ioctl(master, TCGETS2_, &settings) == 0)
        host_baud = settings.ospeed;
    if (in_first == in_last && in_due < avr->cycle)
        in_due = avr->cycle;
    for (ssize_t i = 0; i < count; i++)
        in[in_last++ % QUEUE] = bytes[i];
}

int line_poll(void)
{
    struct pollfd p = {master, POLLIN, 0};
    int was_open = is_open;
    if (master < 0)
        return 0;
    poll(&p, 1, 0);
    is_open = !(p.revents & POLLHUP);
    if (p.revents & POLLIN && in_last - in_first < QUEUE / 2)
        read_host();
    return is_open && !was_open;
}

/* A byte is handed over when its start bit falls: simavr itself waits for the time of a byte. */
void line_receive(void)
{
    /* simavr always charges a parity bit, 11 bits for 8N1 */
    uart->cycles_per_byte = 10 * bit_cycles();
    while (in_first != in_last && in_due <= avr->cycle) {
        uint8_t byte = disturbed(in[in_first++ % QUEUE]);
        if (trace)
            say("rx", ",\"byte\":%u,\"start\":%llu", byte, (unsigned long long)in_due);
        in_due += host_byte_cycles();
        received++;
        if (uart_fifo_get_read_size(&uart->input) >= CHIP_HOLDS)
            overruns++;
        else
            avr_raise_irq(to_chip, byte);
    }
}

void line_transmit(void)
{
    uint8_t bytes[256];
    size_t count = 0;
    while (out_first != out_last && out_due[out_first % QUEUE] <= avr->cycle &&
           count < sizeof bytes)
        bytes[count++] = disturbed(out[out_first++ % QUEUE]);
    sent += count;
    if (count && master >= 0 && is_open && write(master, bytes, count) < 0 && errno != EAGAIN)
        is_open = 0;
}

int line_is_busy(void) { return in_first != in_last || out_first != out_last; }

avr_cycle_count_t line_next(void) { return in_first != in_last ? in_due : (avr_cycle_count_t)-1; }

void line_reset(void)
{
    out_first = out_last;
    out_free = 0;
}

void line_noise(uint32_t bits_per_million) { noise = bits_per_million; }

void line_trace(int on) { trace = on; }

void line_stats(void)
{
    say("stats", ",\"received\":%llu,\"sent\":%llu,\"overruns\":%llu,\"garbled\":%llu",
        (unsigned long long)received, (unsigned long long)sent, (unsigned long long)overruns,
        (unsigned long long)garbled);
}
