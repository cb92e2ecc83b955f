/* keypeg: shows the answers of a code-breaking game that a computer reads with its camera.
 *
 * Open this folder in the Arduino IDE, look through config.h, upload. Wiring: hardware.md.
 * The parts: talk (what a frame does), frame (bytes to frames), picture (what is seen),
 * outputs (what each light and servo shows), strip and servos (how they are driven), board (which
 * boards there are).
 */
#include "board.h" /* first: it says in one sentence which boards there are */

#include "buttons.h"
#include "config.h"
#include "outputs.h"

static const unsigned long BAUD_RATE = 115200;

extern "C" void board_send(const uint8_t *wire, uint8_t size) { Serial.write(wire, size); }

extern "C" void board_picture(const picture_t *picture, uint8_t brightness)
{
    outputs_picture(picture, brightness);
}

extern "C" void board_pattern(enum phase phase, uint8_t step) { outputs_pattern(phase, step); }

static const int8_t BUTTONS[PRESSES] = {DONE_BUTTON_PIN, TAKE_BACK_BUTTON_PIN};

static void buttons_start()
{
    for (uint8_t i = 0; i < PRESSES; i++)
        if (BUTTONS[i] >= 0)
            pinMode((uint8_t)BUTTONS[i], INPUT_PULLUP);
}

static void buttons_tick(uint16_t now)
{
    static button_t buttons[PRESSES] = {BUTTON_AT_START, BUTTON_AT_START};
    for (uint8_t i = 0; i < PRESSES; i++)
        if (BUTTONS[i] >= 0 && button_take(&buttons[i], digitalRead(BUTTONS[i]) == LOW, now))
            talk_press((enum press)i);
}

void setup()
{
    board_start();
    Serial.begin(BAUD_RATE);
    outputs_start();
    buttons_start();
    talk_start();
}

void loop()
{
    uint16_t now = (uint16_t)millis();
    talk_tick(now);
    outputs_tick(now);
    buttons_tick(now);
    while (Serial.available() > 0)
        talk_byte((uint8_t)Serial.read());
    board_doze();
}
