/* frame.h: how bytes become frames. Portable C99: the chip, the tests and the fuzzer compile it.
 *
 * On the wire: 00, COBS(body), 00. Body: kind, seq, length, payload[length], checksum high, low.
 * The bytes of every frame are described in companion/displays/arduino/protocol.py, in one place for both.
 */
#ifndef KEYPEG_FRAME_H
#define KEYPEG_FRAME_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define PAYLOAD_MAX 56u
#define BODY_MAX (3u + PAYLOAD_MAX + 2u)
#define WIRE_MAX (BODY_MAX + 3u) /* two delimiters, one COBS code (a body is under 254 bytes) */

/* What the newest byte completed. The bad ones are also the reasons of a REFUSED frame. */
enum verdict { FRAME_NONE = 0, BAD_CHECKSUM = 1, BAD_LENGTH = 2, BAD_COBS = 3, FRAME_GOOD = 255 };

typedef struct {
    uint8_t body[BODY_MAX];
    uint8_t size;      /* decoded bytes so far */
    uint8_t to_go;     /* data bytes left in this COBS group */
    uint8_t code;      /* code byte of this group; 0: no byte of a frame yet */
    uint8_t too_long;
    uint16_t checksum; /* over all decoded bytes */
} receiver_t;

/* Forget what was half received. */
void receiver_clear(receiver_t *r);

/* Take one byte. FRAME_GOOD: kind, seq, length and payload lie in r->body until the next call. */
enum verdict receiver_take(receiver_t *r, uint8_t byte);

/* CRC-16/GENIBUS without its final inversion, continued over one byte; begin with 0xFFFF. */
uint16_t checksum_add(uint16_t checksum, uint8_t byte);

/* Write a frame to wire[WIRE_MAX]; gives its length, 0 if the payload is too long. */
uint8_t frame_write(uint8_t *wire, uint8_t kind, uint8_t seq, const uint8_t *payload,
                    uint8_t length);

#ifdef __cplusplus
}
#endif
#endif
