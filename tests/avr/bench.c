/* SPDX-License-Identifier: GPL-3.0-or-later
 * bench.c: runs the firmware in an emulated ATmega328P with its UART on a pseudo-terminal.
 *
 *   bench --elf FILE --link PORT [--clock FILE] [--boot HEX] [--reset-on-open] [--warp] [--trace]
 *         [--mcu atmega2560] [--strip D6]... [--servo B1]...
 *
 * It runs in real time; with --warp, time runs as fast as it can while bytes are on the wire.
 * With --clock, the 8 bytes of FILE always hold the cycles since power-on: a host that waits by
 * them and this board have one clock, however fast the computer is.
 * Commands on stdin: state, stats, reset, power, noise BITS_PER_MILLION, unplug, plug PORT, quit.
 * One JSON object a line on stdout; "t" counts cycles of 62.5 ns since power-on.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "avr_extint.h"
#include "avr_timer.h"
#include "bench.h"
#include "sim_elf.h"

#define CLOCK_HZ 16000000u
#define SLICE 1600u           /* cycles: 100 us */
#define LAG_NS 50000000ll     /* further behind than this, it does not try to catch up */

avr_t *avr;
static void (*simavr_reset)(avr_t *);
static int reset_on_open, warp;
static volatile uint64_t no_clock, *shared_clock = &no_clock;

void say(const char *name, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    printf("{\"ev\":\"%s\",\"t\":%llu", name, (unsigned long long)avr->cycle);
    vprintf(format, args);
    puts("}");
    va_end(args);
}

static int64_t now_ns(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000ll + t.tv_nsec;
}

static void quiet(avr_t *a, const int level, const char *format, va_list args)
{
    (void)a;
    if (level <= LOG_ERROR && !strstr(format, "overrun"))
        vfprintf(stderr, format, args);
}

static void no_sleep(avr_t *a, avr_cycle_count_t cycles) { (void)a, (void)cycles; }

static avr_cycle_count_t wake(avr_t *a, avr_cycle_count_t when, void *param)
{
    (void)a, (void)when, (void)param;
    return 0;
}

/* simavr polls PD2 and PD3 at every cycle while they are low, even as plain outputs */
static void (*simavr_extint_reset)(avr_io_t *);
static void extint_reset(avr_io_t *io)
{
    simavr_extint_reset(io);
    for (int i = 0; i < 2; i++)
        ((avr_extint_t *)io)->eint[i].strict_lvl_trig = 0;
}

/* simavr 1.6 takes timer 1's mode 14 for phase-correct, and then ignores its compare values */
static void mend_simavr(void)
{
    for (avr_io_t *io = avr->io_port; io; io = io->next) {
        if (!strcmp(io->kind, "extint")) {
            simavr_extint_reset = io->reset;
            io->reset = extint_reset;
            extint_reset(io);
        }
        if (!strcmp(io->kind, "timer") && ((avr_timer_t *)io)->name == '1')
            ((avr_timer_t *)io)->wgm_op[14].kind = avr_timer_wgm_fast_pwm;
    }
}

static void after_reset(avr_t *a)
{
    if (simavr_reset)
        simavr_reset(a);
    line_reset();
}

static void reset(int is_power)
{
    if (is_power) /* memory comes up with anything in it */
        memset(avr->data + avr->ioend + 1, 0xA5, avr->ramend - avr->ioend);
    avr_reset(avr);
    avr_regbit_set(avr, is_power ? avr->reset_flags.porf : avr->reset_flags.extrf);
    lamps_reset();
    say("reset", ",\"power\":%d", is_power);
}

static void load(const char *elf, const char *mcu)
{
    elf_firmware_t firmware;
    memset(&firmware, 0, sizeof firmware);
    if (elf_read_firmware(elf, &firmware)) {
        fprintf(stderr, "bench: cannot read %s\n", elf);
        exit(1);
    }
    avr = avr_make_mcu_by_name(mcu);
    simavr_reset = avr->reset;
    avr_init(avr);
    avr->reset = after_reset;
    avr_load_firmware(avr, &firmware);
    avr->frequency = CLOCK_HZ;
    avr->sleep = no_sleep;
}

/* simavr's own reader refuses the start address that Arduino's bootloader file has */
static void load_bootloader(const char *path)
{
    char text[600];
    unsigned lowest = avr->flashend;
    FILE *file = fopen(path, "r");
    if (!file) {
        perror(path);
        exit(1);
    }
    while (fgets(text, sizeof text, file)) {
        unsigned count, address, type, byte;
        if (sscanf(text, ":%2x%4x%2x", &count, &address, &type) != 3 || type != 0)
            continue;
        for (unsigned i = 0; i < count && sscanf(text + 9 + 2 * i, "%2x", &byte) == 1; i++)
            if (address + i <= avr->flashend)
                avr->flash[address + i] = (uint8_t)byte;
        if (address < lowest)
            lowest = address;
    }
    fclose(file);
    avr->reset_pc = lowest & ~0x1FFu;
    avr->codeend = avr->flashend;
    avr->pc = avr->reset_pc;
}

static int obey(char *text)
{
    char *argument = strchr(text, ' ');
    if (argument)
        *argument++ = 0;
    if (!strcmp(text, "quit"))
        return 1;
    if (!strcmp(text, "state"))
        lamps_state();
    else if (!strcmp(text, "stats"))
        line_stats();
    else if (!strcmp(text, "reset"))
        reset(0);
    else if (!strcmp(text, "power"))
        reset(1);
    else if (!strcmp(text, "noise") && argument)
        line_noise((uint32_t)atoi(argument));
    else if (!strcmp(text, "press") && argument)
        lamps_press(argument, 1);
    else if (!strcmp(text, "release") && argument)
        lamps_press(argument, 0);
    else if (!strcmp(text, "unplug"))
        line_unplug();
    else if (!strcmp(text, "plug"))
        line_plug(argument);
    else
        say("unknown", ",\"command\":\"%s\"", text);
    return 0;
}

static int read_commands(void)
{
    static char text[300];
    static size_t size;
    char byte;
    ssize_t count;
    while ((count = read(0, &byte, 1)) == 1) {
        if (byte != '\n') {
            if (size + 1 < sizeof text)
                text[size++] = byte;
            continue;
        }
        text[size] = 0;
        size = 0;
        if (obey(text))
            return 1;
    }
    return count == 0; /* the parent is gone */
}

static void run_until(avr_cycle_count_t end)
{
    while (avr->cycle < end) {
        avr_cycle_count_t stop = end;
        line_receive();
        if (line_next() < stop)
            stop = line_next();
        /* a sleeping chip jumps to its next timer: let that be no later than the next byte */
        if (stop > avr->cycle)
            avr_cycle_timer_register(avr, stop - avr->cycle, wake, NULL);
        while (avr->cycle < stop) {
            int state = avr_run(avr);
            if (state == cpu_Done || state == cpu_Crashed) {
                say("crash", ",\"pc\":%u", avr->pc);
                exit(1);
            }
        }
    }
    *shared_clock = avr->cycle;
    line_transmit();
    lamps_latch();
}

static void share_clock(const char *path)
{
    int file = open(path, O_RDWR);
    void *place = file < 0 ? MAP_FAILED
                           : mmap(NULL, sizeof *shared_clock, PROT_WRITE, MAP_SHARED, file, 0);
    if (place == MAP_FAILED) {
        perror(path);
        exit(1);
    }
    shared_clock = place;
}

static void wait_for_clock(int64_t *base_ns, avr_cycle_count_t *base_cycle)
{
    int64_t due = *base_ns + (int64_t)((avr->cycle - *base_cycle) * (1000000000ull / 1000) /
                                       (CLOCK_HZ / 1000));
    int64_t wait = due - now_ns();
    struct timespec t = {0, wait > 0 ? wait : 0};
    struct pollfd commands = {0, POLLIN, 0};
    if (wait < -LAG_NS || (warp && line_is_busy())) {
        *base_ns = now_ns();
        *base_cycle = avr->cycle;
        t.tv_nsec = 0;
    }
    fflush(stdout);
    ppoll(&commands, 1, &t, NULL);
}

static void run(void)
{
    int64_t base_ns = now_ns();
    avr_cycle_count_t base_cycle = avr->cycle;
    while (!read_commands()) {
        if (line_poll()) {
            say("open", " ");
            if (reset_on_open)
                reset(0);
        }
        run_until(avr->cycle + SLICE);
        wait_for_clock(&base_ns, &base_cycle);
    }
}

int main(int argc, char **argv)
{
    const char *elf = NULL, *mcu = "atmega328p", *boot = NULL, *link = "ttyACM0";
    avr_global_logger_set(quiet);
    signal(SIGPIPE, SIG_IGN);
    for (int i = 1; i + 1 < argc; i++)
        if (!strcmp(argv[i], "--elf"))
            elf = argv[i + 1];
        else if (!strcmp(argv[i], "--mcu"))
            mcu = argv[i + 1];
    if (!elf) {
        fprintf(stderr, "bench: --elf FILE is needed\n");
        return 2;
    }
    load(elf, mcu);
    mend_simavr();
    line_attach();
    lamps_watch();
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i], *value = i + 1 < argc ? argv[i + 1] : "";
        if (!strcmp(option, "--boot"))
            boot = value;
        else if (!strcmp(option, "--link"))
            link = value;
        else if (!strcmp(option, "--clock"))
            share_clock(value);
        else if (!strcmp(option, "--strip"))
            lamps_strip(value);
        else if (!strcmp(option, "--servo"))
            lamps_servo(value);
        else if (!strcmp(option, "--reset-on-open"))
            reset_on_open = 1;
        else if (!strcmp(option, "--warp"))
            warp = 1;
        else if (!strcmp(option, "--trace"))
            line_trace(1);
    }
    if (boot)
        load_bootloader(boot);
    fcntl(0, F_SETFL, fcntl(0, F_GETFL) | O_NONBLOCK);
    line_plug(link);
    run();
    line_unplug();
    fflush(stdout);
    return 0;
}
