/* picture.c: reading a picture, strictly: all of it is in range, or none of it is taken. */
#include "picture.h"

#include <string.h>

#define CHANNEL_MILLIAMPS 20u

static uint8_t row_size(uint8_t holes) { return (uint8_t)((holes + 1) / 2 + 1); }

static uint8_t nibble(const uint8_t *bytes, uint8_t i)
{
    return i & 1 ? bytes[i / 2] & 15 : bytes[i / 2] >> 4;
}

static uint8_t row_is_good(const uint8_t *bytes, uint8_t holes)
{
    uint8_t keys = bytes[row_size(holes) - 1];
    for (uint8_t i = 0; i < holes; i++)
        if (nibble(bytes, i) > PEG_UNKNOWN)
            return 0;
    if (holes & 1 && nibble(bytes, holes) != 0)
        return 0;
    return keys == NO_KEYS || (keys >> 4) + (keys & 15) <= holes;
}

static void read_row(picture_t *p, uint8_t row, const uint8_t *bytes)
{
    uint8_t keys = bytes[row_size(p->holes) - 1];
    for (uint8_t i = 0; i < p->holes; i++)
        p->peg[row][i] = nibble(bytes, i);
    p->black[row] = keys == NO_KEYS ? NO_KEYS : keys >> 4;
    p->white[row] = keys == NO_KEYS ? 0 : keys & 15;
}

uint8_t picture_read(picture_t *p, const uint8_t *bytes, uint8_t length)
{
    uint8_t rows, holes;
    if (length < 2)
        return 0;
    rows = bytes[1] >> 4;
    holes = bytes[1] & 15;
    if (rows > ROWS_MAX || holes < 1 || holes > HOLES_MAX || bytes[0] & 8)
        return 0;
    if (length != 2 + rows * row_size(holes))
        return 0;
    for (uint8_t row = 0; row < rows; row++)
        if (!row_is_good(bytes + 2 + row * row_size(holes), holes))
            return 0;
    memset(p, 0, sizeof *p);
    p->turn = bytes[0] >> 4;
    p->dark = bytes[0] >> 2 & 1;
    p->mood = bytes[0] & 3;
    p->rows = rows;
    p->holes = holes;
    for (uint8_t row = 0; row < rows; row++)
        read_row(p, row, bytes + 2 + row * row_size(holes));
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

uint8_t picture_peg(const picture_t *p, uint8_t row, uint8_t hole)
{
    return p->dark || row >= p->rows || hole >= p->holes ? PEG_NONE : p->peg[row][hole];
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
    uint32_t light = 0, budget = (uint32_t)milliamps * 255u / CHANNEL_MILLIAMPS;
    for (uint8_t c = 0; c < COLOURS; c++)
        if (count[c])
            light += (uint32_t)count[c] * (uint16_t)(rgb[c][0] + rgb[c][1] + rgb[c][2]);
    if (light * wanted <= budget * 255u)
        return wanted;
    return (uint8_t)(budget * 255u / light);
}
