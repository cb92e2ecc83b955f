/* fuzz.c: the firmware's core under libFuzzer: any bytes, at any times.
 *
 *   clang -g -O1 -fsanitize=fuzzer,address,undefined -Ifirmware/keypeg tests/core/fuzz.c \
 *       firmware/keypeg/frame.c firmware/keypeg/picture.c firmware/keypeg/talk.c -o fuzz
 *   ./fuzz -max_total_time=60 -max_len=512
 */
#include <stdlib.h>

#include "frame.h"
#include "talk.h"

void board_send(const uint8_t *wire, uint8_t size)
{
    if (size > WIRE_MAX || wire[0] != 0 || wire[size - 1] != 0)
        abort();
}

void board_pattern(enum phase phase, uint8_t step)
{
    if (phase == LIVE || (phase == SELF_TEST && step >= SELF_TEST_STEPS))
        abort();
}

void board_picture(const picture_t *p, uint8_t brightness)
{
    (void)brightness;
    if (p->rows > ROWS_MAX || p->holes > HOLES_MAX)
        abort();
    for (uint8_t row = 0; row < p->rows; row++)
        if (p->black[row] != NO_KEYS && p->black[row] + p->white[row] > p->holes)
            abort();
}

/* The first byte chooses between raw bytes and a payload in a good frame, which gets deeper. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static const uint8_t hello[] = {PROTOCOL, 7, 30, 64};
    uint8_t wire[WIRE_MAX], length;
    talk_start();
    length = frame_write(wire, KIND_HELLO, 1, hello, sizeof hello);
    for (uint8_t i = 0; i < length; i++)
        talk_byte(wire[i]);
    if (size > 3 && data[0] & 1) {
        length = frame_write(wire, data[1], data[2], data + 3,
                             (uint8_t)(size - 3 < PAYLOAD_MAX ? size - 3 : PAYLOAD_MAX));
        for (uint8_t i = 0; i < length; i++)
            talk_byte(wire[i]);
    }
    for (size_t i = 1; i < size; i++) {
        talk_byte(data[i]);
        talk_tick((uint16_t)(i * data[0]));
    }
    return 0;
}
