/* picture.c: reading a picture, strictly: all of it is in range, or it is refused. */
#include "picture.h"

#include <string.h>

#if defined(__AVR__)
#pragma GCC optimize("O2") /* the lights wait for this: 0.3 ms less for 150 bytes more */
#endif

#define CHANNEL_MILLIAMPS 20u

static uint8_t row_size(uint8_t holes) { return (uint8_t)((holes + 1) / 2 + 1); }

/* Read one row; 0 if a field is out of range. */
static uint8_t read_row(picture_t *p, uint8_t row, const uint8_t *bytes)
{
    uint8_t *peg = p->peg[row], keys;
    for (uint8_t i = 0; i < p->holes; i++) {
        peg[i] = i & 1 ? *bytes++ & 15 : *bytes >> 4;
        if (peg[i] > PEG_UNKNOWN)
            return 0;
    }
    if (p->holes & 1 && *bytes++ & 15)
        return 0;
    keys = *bytes;
    p->black[row] = keys == NO_KEYS ? NO_KEYS : keys >> 4;
    p->white[row] = keys == NO_KEYS ? 0 : keys & 15;
    return keys == NO_KEYS || p->black[row] + p->white[row] <= p->holes;
}

uint8_t picture_read(picture_t *p, const uint8_t *bytes, uint8_t length)
{
    uint8_t size;
    if (length < 2 || bytes[0] & 8)
        return 0;
    p->turn = bytes[0] >> 4;
    p->dark = bytes[0] >> 2 & 1;
    p->mood = bytes[0] & 3;
    p->rows = bytes[1] >> 4;
    p->holes = bytes[1] & 15;
    size = row_size(p->holes);
    if (p->rows > ROWS_MAX || p->holes < 1 || p->holes > HOLES_MAX)
        return 0;
    if (length != 2 + p->rows * size)
        return 0;
    bytes += 2;
    for (uint8_t row = 0; row < p->rows; row++, bytes += size)
        if (!read_row(p, row, bytes))
            return 0;
    return 1;
}

uint8_t picture_key(const picture_t *p, uint8_t row, uint8_t place)
{
    if (p->dark || row >= p->rows || p->black[row] == NO_KEYS)
        return PEG_NONE;
    if (place < p->black[row])
        return KEY_BLACK;
    return place < p->black[row] + p->white[row] ? KEY_WHITE : PEG_NONE;
}

void picture_pixels(const picture_t *p, uint8_t rows, uint8_t places, uint8_t *keys, uint8_t *pegs,
                    uint8_t count[COLOURS])
{
    for (uint8_t row = 0; row < rows; row++) {
        uint8_t lit = !p->dark && row < p->rows;
        uint8_t black = lit && p->black[row] != NO_KEYS ? p->black[row] : 0;
        uint8_t both = lit ? (uint8_t)(black + p->white[row]) : 0;
        for (uint8_t place = 0; place < places; place++) {
            uint8_t key = place < black ? KEY_BLACK : place < both ? KEY_WHITE : PEG_NONE;
            count[key]++;
            *keys++ = key;
            if (pegs) {
                uint8_t peg = lit && place < p->holes ? p->peg[row][place] : PEG_NONE;
                count[peg]++;
                *pegs++ = peg;
            }
        }
    }
}

uint8_t picture_last(const picture_t *p)
{
    for (uint8_t row = p->rows; row-- > 0;)
        if (p->black[row] != NO_KEYS)
            return row;
    return ROWS_MAX;
}

uint8_t safe_level(const uint8_t count[COLOURS], const uint8_t rgb[COLOURS][3], uint8_t wanted,
                   uint16_t milliamps)
{
    /* in quarters of a channel's 255 steps, rounded up: 96 white pixels then fit into 16 bits */
    uint16_t light = 0;
    uint32_t budget = (uint32_t)milliamps * 255u / (4u * CHANNEL_MILLIAMPS);
    for (uint8_t c = 0; c < COLOURS; c++) {
        uint16_t sum = (uint16_t)(rgb[c][0] + rgb[c][1] + rgb[c][2]);
        light = (uint16_t)(light + count[c] * (uint8_t)((sum + 3) / 4));
    }
    if ((uint32_t)light * wanted <= budget * 255u)
        return wanted;
    return (uint8_t)(budget * 255u / light);
}
