/* frame.c: COBS and CRC-16/GENIBUS. */
#include "frame.h"

/* What the checksum of body and inverted checksum together comes to, whatever the body was. */
#define RESIDUE 0x1D0Fu

#if defined(__AVR__)
#include <util/crc16.h>
uint16_t checksum_add(uint16_t checksum, uint8_t byte)
{
    return _crc_xmodem_update(checksum, byte);
}
#else
uint16_t checksum_add(uint16_t checksum, uint8_t byte)
{
    checksum = (uint16_t)(checksum ^ (byte << 8));
    for (int bit = 0; bit < 8; bit++) {
        uint16_t top = checksum & 0x8000u;
        checksum = (uint16_t)(checksum << 1);
        if (top)
            checksum ^= 0x1021u;
    }
    return checksum;
}
#endif

void receiver_clear(receiver_t *r)
{
    r->size = r->to_go = r->code = r->too_long = 0;
    r->checksum = 0xFFFF;
}

static void keep(receiver_t *r, uint8_t byte)
{
    if (r->size == BODY_MAX) {
        r->too_long = 1;
        return;
    }
    r->body[r->size++] = byte;
    r->checksum = checksum_add(r->checksum, byte);
}

static void decode(receiver_t *r, uint8_t byte)
{
    if (r->to_go) {
        r->to_go--;
        keep(r, byte);
        return;
    }
    if (r->code != 0 && r->code != 0xFF)
        keep(r, 0); /* the zero that the group before stood for */
    r->code = byte;
    r->to_go = (uint8_t)(byte - 1);
}

static enum verdict judge(const receiver_t *r)
{
    if (r->to_go)
        return BAD_COBS;
    if (r->too_long || r->size < 5 || r->body[2] != r->size - 5)
        return BAD_LENGTH;
    return r->checksum == RESIDUE ? FRAME_GOOD : BAD_CHECKSUM;
}

enum verdict receiver_take(receiver_t *r, uint8_t byte)
{
    enum verdict verdict;
    if (byte != 0) {
        decode(r, byte);
        return FRAME_NONE;
    }
    if (r->code == 0)
        return FRAME_NONE; /* an extra delimiter */
    verdict = judge(r);
    receiver_clear(r);
    return verdict;
}

typedef struct {
    uint8_t *wire;
    uint8_t size;
    uint8_t code_at; /* where the code byte of the open group goes */
} writer_t;

static void encode(writer_t *w, uint8_t byte)
{
    if (byte != 0) {
        w->wire[w->size++] = byte;
        return;
    }
    w->wire[w->code_at] = (uint8_t)(w->size - w->code_at);
    w->code_at = w->size++;
}

uint8_t frame_write(uint8_t *wire, uint8_t kind, uint8_t seq, const uint8_t *payload,
                    uint8_t length)
{
    writer_t w = {wire, 2, 1};
    const uint8_t head[3] = {kind, seq, length};
    uint16_t checksum = 0xFFFF;
    if (length > PAYLOAD_MAX)
        return 0;
    wire[0] = 0;
    for (uint8_t i = 0; i < 3 + length; i++) {
        uint8_t byte = i < 3 ? head[i] : payload[i - 3];
        checksum = checksum_add(checksum, byte);
        encode(&w, byte);
    }
    checksum = (uint16_t)~checksum;
    encode(&w, (uint8_t)(checksum >> 8));
    encode(&w, (uint8_t)checksum);
    w.wire[w.code_at] = (uint8_t)(w.size - w.code_at);
    wire[w.size++] = 0;
    return w.size;
}
