/* outputs.h: everything that can be lit or moved. */
#ifndef KEYPEG_OUTPUTS_H
#define KEYPEG_OUTPUTS_H

#include "talk.h"

/* Make the pins outputs, all lights off, sliders at 0 clicks. */
void outputs_start(void);
void outputs_tick(uint16_t now_ms); /* call often: lets the servos go when they have arrived */

/* Show a whole picture on strips, single lights and sliders. */
void outputs_picture(const picture_t *picture, uint8_t brightness);

/* Show what is no answer: self-test, waiting, lost, off. Sliders stay where they are. */
void outputs_pattern(enum phase phase, uint8_t step);

#endif
