/* core.c: the firmware's portable core on the PC, driven by lines on stdin.
 *
 *   start            power on
 *   write KIND SEQ PAYLOAD     print the frame's bytes
 *   judge BYTES      print what a fresh receiver makes of them
 *   bytes BYTES      let the board hear them      tick MS   let time pass
 *   level COUNT WANTED MILLIAMPS                  COUNT pixels of white
 *   press WHICH      the board counts a press     button LEVEL MS   print 1 if that makes a press
 * Bytes are in hexadecimal, "-" for none. Each answer ends with a line "ok".
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "buttons.h"
#include "colours.h"
#include "frame.h"
#include "talk.h"

#define LINE 70000

static void print_bytes(const char *name, const uint8_t *bytes, unsigned size)
{
    printf("%s ", name);
    for (unsigned i = 0; i < size; i++)
        printf("%02x", bytes[i]);
    puts(size ? "" : "-");
}

void board_send(const uint8_t *wire, uint8_t size) { print_bytes("sent", wire, size); }

void board_pattern(enum phase phase, uint8_t step) { printf("pattern %d %u\n", (int)phase, step); }

void board_picture(const picture_t *p, uint8_t brightness)
{
    uint8_t keys[ROWS_MAX * 4], pegs[ROWS_MAX * 4], count[COLOURS] = {0};
    picture_pixels(p, ROWS_MAX, 4, keys, pegs, count);
    printf("picture %u %u %u %u\n", brightness, p->mood, p->turn, picture_last(p));
    print_bytes("keys", keys, sizeof keys);
    print_bytes("pegs", pegs, sizeof pegs);
}

static unsigned read_bytes(const char *text, uint8_t *bytes)
{
    unsigned size = 0, byte;
    while (sscanf(text + 2 * size, "%2x", &byte) == 1)
        bytes[size++] = (uint8_t)byte;
    return size;
}

static void judge(const uint8_t *bytes, unsigned size)
{
    receiver_t r;
    receiver_clear(&r);
    for (unsigned i = 0; i < size; i++) {
        enum verdict verdict = receiver_take(&r, bytes[i]);
        if (verdict == FRAME_GOOD) {
            printf("good %02x%02x ", r.body[0], r.body[1]);
            print_bytes("", r.body + 3, r.body[2]);
        } else if (verdict != FRAME_NONE) {
            printf("bad %d\n", (int)verdict);
        }
    }
}

static void level(unsigned count, unsigned wanted, unsigned milliamps)
{
    uint8_t counts[COLOURS] = {0};
    counts[1] = (uint8_t)count;
    printf("level %u\n", safe_level(counts, COLOUR_RGB, (uint8_t)wanted, (uint16_t)milliamps));
}

static void obey(const char *line)
{
    static uint8_t bytes[LINE];
    static char text[LINE];
    unsigned a, b, c;
    if (!strcmp(line, "start\n")) {
        talk_start();
    } else if (sscanf(line, "write %2x%2x %s", &a, &b, text) == 3) {
        uint8_t wire[WIRE_MAX], size = (uint8_t)read_bytes(text, bytes);
        print_bytes("wire", wire, frame_write(wire, (uint8_t)a, (uint8_t)b, bytes, size));
    } else if (sscanf(line, "judge %s", text) == 1) {
        judge(bytes, read_bytes(text, bytes));
    } else if (sscanf(line, "bytes %s", text) == 1) {
        unsigned size = read_bytes(text, bytes);
        for (unsigned i = 0; i < size; i++)
            talk_byte(bytes[i]);
    } else if (sscanf(line, "tick %u", &a) == 1) {
        talk_tick((uint16_t)a);
    } else if (sscanf(line, "press %u", &a) == 1) {
        talk_press((enum press)a);
    } else if (sscanf(line, "button %u %u", &a, &b) == 2) {
        static button_t button = BUTTON_AT_START;
        printf("pressed %u\n", button_take(&button, (uint8_t)a, (uint16_t)b));
    } else if (sscanf(line, "level %u %u %u", &a, &b, &c) == 3) {
        level(a, b, c);
    }
    puts("ok");
    fflush(stdout);
}

int main(void)
{
    static char line[LINE];
    while (fgets(line, sizeof line, stdin))
        obey(line);
    return 0;
}
