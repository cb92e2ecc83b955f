/* outputs.cpp: a picture becomes pixels, levels and pulses. */
#include <Arduino.h>

#include "checks.h"
#include "colours.h"
#include "outputs.h"
#include "servos.h"
#include "strip.h"

#pragma GCC optimize("O2") /* the lights wait for this */

static const int8_t BLACK_LEDS[HOLES_MAX] = {BLACK_LED_PINS};
static const int8_t WHITE_LEDS[HOLES_MAX] = {WHITE_LED_PINS};
static const int8_t TURN_LEDS[2] = {TURN_LED_PINS};
static const uint16_t WHITE_CLICKS[HOLES_MAX + 1] = {WHITE_SERVO_CLICKS};
static const uint16_t RED_CLICKS[HOLES_MAX + 1] = {RED_SERVO_CLICKS};

static const uint8_t PATTERN_LEVEL = 24; /* of 255: seen in a room, and blinds nobody */
static const uint16_t SERVO_HOLD_MS = 500; /* an arm moves its whole way in less; then it would hum */

static uint8_t key_pixels[PIXELS], code_pixels[PIXELS];
static uint16_t now, moved_ms;
static bool servos_held;

static void light(int8_t pin, bool on)
{
    if (pin >= 0)
        digitalWrite((uint8_t)pin, on ? HIGH : LOW);
}

static void all_single_lights(bool on)
{
    for (uint8_t i = 0; i < HOLES_MAX; i++) {
        light(BLACK_LEDS[i], on);
        light(WHITE_LEDS[i], on);
    }
    light(TURN_LEDS[0], on);
    light(TURN_LEDS[1], on);
}

static void make_output(int8_t pin)
{
    if (pin < 0)
        return;
    digitalWrite((uint8_t)pin, LOW);
    pinMode((uint8_t)pin, OUTPUT);
}

/* Move the arms; the same again moves nothing. */
static void push(uint16_t white_us, uint16_t red_us)
{
    if (!servos_push(white_us, red_us))
        return;
    servos_held = true;
    moved_ms = now;
}

void outputs_start(void)
{
    for (uint8_t i = 0; i < HOLES_MAX; i++) {
        make_output(BLACK_LEDS[i]);
        make_output(WHITE_LEDS[i]);
    }
    make_output(TURN_LEDS[0]);
    make_output(TURN_LEDS[1]);
    make_output(LINK_LED_PIN);
    strip_start();
    make_output(WHITE_SERVO_PIN); /* before the timer: digitalWrite takes a pin away from it */
    make_output(RED_SERVO_PIN);
    if (WHITE_SERVO_PIN >= 0 || RED_SERVO_PIN >= 0) {
        servos_start(WHITE_CLICKS[0], RED_CLICKS[0]);
        servos_held = true;
        moved_ms = now;
    }
}

static inline uint8_t scaled(uint8_t channel, uint8_t level)
{
    return (uint8_t)(((uint16_t)channel * level + channel) >> 8);
}

/* The strips want green, red, blue. */
static void palette_at(uint8_t palette[COLOURS][3], uint8_t level)
{
    for (uint8_t c = 0; c < COLOURS; c++) {
        palette[c][0] = scaled(COLOUR_RGB[c][1], level);
        palette[c][1] = scaled(COLOUR_RGB[c][0], level);
        palette[c][2] = scaled(COLOUR_RGB[c][2], level);
    }
}

static void send_pixels(const uint8_t count[COLOURS], uint8_t wanted)
{
    uint8_t palette[COLOURS][3];
    palette_at(palette, safe_level(count, COLOUR_RGB, wanted, MAX_MILLIAMPS - IDLE_MILLIAMPS));
    strip_send(key_pixels, code_pixels, PIXELS, palette);
}

static void single_lights(const picture_t *picture, uint8_t last)
{
    for (uint8_t i = 0; i < HOLES_MAX; i++) {
        uint8_t key = picture_key(picture, last, i);
        light(BLACK_LEDS[i], key == KEY_BLACK);
        light(WHITE_LEDS[i], key == KEY_WHITE);
    }
    for (uint8_t i = 0; i < 2; i++)
        light(TURN_LEDS[i], !picture->dark && picture->turn == i);
    light(LINK_LED_PIN, true);
}

static void sliders(const picture_t *picture, uint8_t last)
{
    bool answered = last < ROWS_MAX;
    push(WHITE_CLICKS[answered ? picture->white[last] : 0],
         RED_CLICKS[answered ? picture->black[last] : 0]);
}

void outputs_tick(uint16_t now_ms)
{
    now = now_ms;
    if (servos_held && (uint16_t)(now - moved_ms) >= SERVO_HOLD_MS) {
        servos_release();
        servos_held = false;
    }
}

void outputs_picture(const picture_t *picture, uint8_t brightness)
{
    uint8_t last = picture_last(picture), count[COLOURS] = {0};
    uint8_t *pegs = CODE_STRIP_PIN < 0 ? NULL : code_pixels;
    picture_pixels(picture, ROWS, HOLES, key_pixels, pegs, count);
    send_pixels(count, brightness);
    single_lights(picture, last);
    if (WHITE_SERVO_PIN >= 0 || RED_SERVO_PIN >= 0)
        sliders(picture, last);
}

/* One light of `colour` at pixel `at` of both strips; PIXELS or more: none. */
static void one_pixel(uint8_t at, uint8_t colour)
{
    static const uint8_t nothing[COLOURS] = {0};
    memset(key_pixels, PEG_NONE, PIXELS);
    memset(code_pixels, PEG_NONE, PIXELS);
    if (at < PIXELS)
        key_pixels[at] = code_pixels[at] = colour;
    send_pixels(nothing, PATTERN_LEVEL); /* one light is below every limit */
}

/* Patterns use violet, which no answer has, and single lights all at once, which no answer is.
 *   self-test: violet runs along the strips; single lights on for the first half second
 *   waiting:   the first pixel violet, steady
 *   lost:      the first two pixels take turns, the link light blinks */
void outputs_pattern(enum phase phase, uint8_t step)
{
    bool blink = step & 4;
    uint8_t at = phase == SELF_TEST ? step : phase == WAITING ? 0 : phase == LOST ? blink : PIXELS;
    one_pixel(at, PEG_UNKNOWN);
    all_single_lights(phase == SELF_TEST && step < 8);
    light(LINK_LED_PIN, phase == WAITING || (phase != OFF && blink));
}
