/* strip_avr.cpp: WS2812 timing by counted cycles, 62.5 ns each at 16 MHz.
 *
 * A bit is 18 cycles: high for 5 (312 ns, a 0) or 11 (687 ns, a 1), low for the rest. The chip
 * takes 250-550 ns for a 0 and 650-950 ns for a 1; it latches after 50 us of low (280 us in newer
 * ones), and a pause between bits should stay under 5 us.
 */
#include <Arduino.h>

#include "checks.h"
#include "strip.h"

#ifndef DRIVEN_BY_LIBRARIES

#pragma GCC optimize("O2") /* shorter pauses between pixels */

#if KEY_STRIP_PIN < 0

void strip_start(void) {}
void strip_send(const uint8_t *, const uint8_t *, uint8_t, const uint8_t[][3]) {}

#else

#if F_CPU != 16000000L
#error "the strip's timing is counted for a 16 MHz board; use single lights on this one"
#endif

/* Which bit of the strips' port a pin is; a pin of another port gives 0 and stops the compiler. */
#if defined(__AVR_ATmega32U4__)
#define PORT_BIT(pin)                                                                           \
    ((pin) == 2 ? 1 << 1 : (pin) == 3 ? 1 << 0 : (pin) == 4 ? 1 << 4 : (pin) == 6 ? 1 << 7      \
     : (pin) == 12 ? 1 << 6 : 0)
#elif defined(__AVR_ATmega2560__)
#define PORT_BIT(pin) ((pin) >= 22 && (pin) <= 29 ? 1 << ((pin) - 22) : 0)
#else
#define PORT_BIT(pin) ((pin) >= 2 && (pin) <= 7 ? 1 << (pin) : 0)
#endif
#if PORT_BIT(KEY_STRIP_PIN) == 0
#error "KEY_STRIP_PIN in config.h is not on the strips' port; on Uno, Nano and Leonardo choose 2, 4 or 6, on a Mega 22 to 29"
#endif
#if CODE_STRIP_PIN >= 0 && PORT_BIT(CODE_STRIP_PIN) == 0
#error "CODE_STRIP_PIN in config.h is not on the strips' port; on Uno, Nano and Leonardo choose 2, 4 or 6, on a Mega 22 to 29"
#endif

static const uint8_t KEY_BIT = PORT_BIT(KEY_STRIP_PIN);
static const uint8_t CODE_BIT = CODE_STRIP_PIN < 0 ? 0 : PORT_BIT(CODE_STRIP_PIN);

void strip_start(void)
{
    STRIP_PORT &= (uint8_t) ~(KEY_BIT | CODE_BIT);
    STRIP_DIRECTION |= KEY_BIT | CODE_BIT;
}

/* One byte to each strip. The level after cycle 5 is made ready while the bit before is low. */
static inline __attribute__((always_inline)) void
send_bytes(uint8_t key, uint8_t code, uint8_t high, uint8_t low)
{
    uint8_t middle, bits = 8;
    __asm__ volatile(
        "   mov  %[mid], %[low]      \n"
        "   sbrc %[key], 7           \n"
        "   ori  %[mid], %[keybit]   \n"
        "   sbrc %[code], 7          \n"
        "   ori  %[mid], %[codebit]  \n"
        "1: out  %[port], %[high]    \n" /*  0: both lines high */
        "   lsl  %[key]              \n" /*  1 */
        "   lsl  %[code]             \n" /*  2 */
        "   rjmp .+0                 \n" /*  3, 4 */
        "   out  %[port], %[mid]     \n" /*  5: a 0 goes low */
        "   mov  %[mid], %[low]      \n" /*  6: ready the next bit */
        "   sbrc %[key], 7           \n" /*  7 */
        "   ori  %[mid], %[keybit]   \n" /*  8 */
        "   rjmp .+0                 \n" /*  9, 10 */
        "   out  %[port], %[low]     \n" /* 11: a 1 goes low */
        "   sbrc %[code], 7          \n" /* 12 */
        "   ori  %[mid], %[codebit]  \n" /* 13 */
        "   nop                      \n" /* 14 */
        "   dec  %[bits]             \n" /* 15 */
        "   brne 1b                  \n" /* 16, 17 */
        : [mid] "=&d"(middle), [key] "+r"(key), [code] "+r"(code), [bits] "+r"(bits)
        : [low] "r"(low), [high] "r"(high), [port] "I"(_SFR_IO_ADDR(STRIP_PORT)),
          [keybit] "M"((int)KEY_BIT), [codebit] "M"((int)CODE_BIT));
}

void strip_send(const uint8_t *key, const uint8_t *code, uint8_t pixels,
                const uint8_t palette[][3])
{
    uint8_t interrupts = SREG;
    cli();
    uint8_t low = STRIP_PORT & (uint8_t) ~(KEY_BIT | CODE_BIT), high = low | KEY_BIT | CODE_BIT;
    while (pixels--) {
        const uint8_t *k = palette[*key++], *c = palette[*code++];
        send_bytes(k[0], c[0], high, low);
        send_bytes(k[1], c[1], high, low);
        send_bytes(k[2], c[2], high, low);
    }
    SREG = interrupts;
}

#endif

#endif
