/* strip_library.cpp: the strips by the library Adafruit NeoPixel, one after the other. */
#include <Arduino.h>

#include "checks.h"
#include "strip.h"

#ifdef DRIVEN_BY_LIBRARIES
#if KEY_STRIP_PIN < 0

void strip_start(void) {}
void strip_send(const uint8_t *, const uint8_t *, uint8_t, const uint8_t[][3]) {}

#else

#include <Adafruit_NeoPixel.h>

static Adafruit_NeoPixel key_strip(PIXELS, KEY_STRIP_PIN, NEO_GRB + NEO_KHZ800);
#if CODE_STRIP_PIN >= 0
static Adafruit_NeoPixel code_strip(PIXELS, CODE_STRIP_PIN, NEO_GRB + NEO_KHZ800);
#endif

void strip_start(void)
{
    key_strip.begin();
#if CODE_STRIP_PIN >= 0
    code_strip.begin();
#endif
}

/* The palette is green, red, blue; the library is told red, green, blue and sends green first. */
static void send(Adafruit_NeoPixel &strip, const uint8_t *pixel, uint8_t pixels,
                 const uint8_t palette[][3])
{
    for (uint8_t i = 0; i < pixels; i++) {
        const uint8_t *grb = palette[pixel[i]];
        strip.setPixelColor(i, grb[1], grb[0], grb[2]);
    }
    strip.show();
}

void strip_send(const uint8_t *key, const uint8_t *code, uint8_t pixels,
                const uint8_t palette[][3])
{
    send(key_strip, key, pixels, palette);
#if CODE_STRIP_PIN >= 0
    send(code_strip, code, pixels, palette);
#else
    (void)code;
#endif
}

#endif
#endif
