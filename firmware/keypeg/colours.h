/* colours.h: what each peg looks like as light, at full brightness. To tell them apart comes first,
 * to match second. Light cannot be black, so black is a dim blue-grey. */
#ifndef KEYPEG_COLOURS_H
#define KEYPEG_COLOURS_H

#include "picture.h"

/* red, green, blue; in the order of LETTERS in companion/displays/arduino/protocol.py */
static const uint8_t COLOUR_RGB[COLOURS][3] = {
    {0, 0, 0},       /* . empty */
    {255, 255, 220}, /* w white */
    {20, 20, 40},    /* k black */
    {110, 140, 150}, /* s silver */
    {0, 220, 0},     /* g green */
    {255, 0, 0},     /* r red */
    {255, 80, 0},    /* o orange */
    {255, 40, 120},  /* p pink */
    {255, 190, 0},   /* y yellow */
    {0, 0, 255},     /* b blue */
    {120, 40, 5},    /* n brown */
    {140, 255, 0},   /* l lime */
    {0, 180, 255},   /* a azure */
    {60, 0, 110},    /* ? not read */
    {255, 0, 0},     /* a black key peg */
    {255, 255, 220}, /* a white key peg */
};

#endif
