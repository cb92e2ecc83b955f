/* talk.c: a session, the whole picture every time, and silence that is noticed. */
#include "talk.h"

#include "frame.h"

static receiver_t receiver;
static picture_t picture;
static enum phase phase;
static uint8_t session;     /* 0: nobody has said hello since power-on */
static uint8_t patience;    /* tenths of a second of silence before the link counts as lost */
static uint8_t brightness;
static uint8_t step;
static uint16_t checksum_shown;
static uint16_t now, heard_ms, step_ms, byte_ms;
static uint8_t pressed[PRESSES]; /* how often, in this session, modulo 256 */

static void answer(enum kind kind, uint8_t seq, const uint8_t *payload, uint8_t length)
{
    uint8_t wire[WIRE_MAX];
    board_send(wire, frame_write(wire, (uint8_t)kind, seq, payload, length));
}

static void refuse(uint8_t seq, uint8_t reason)
{
    const uint8_t payload[] = {reason, session};
    answer(KIND_REFUSED, seq, payload, sizeof payload);
}

static void tell_about_us(uint8_t seq)
{
    const uint8_t payload[] = {PROTOCOL, FIRMWARE_MAJOR, FIRMWARE_MINOR, session};
    answer(KIND_INFO, seq, payload, sizeof payload);
}

static void tell_presses(enum kind kind, uint8_t seq)
{
    const uint8_t payload[] = {session, (uint8_t)phase, (uint8_t)(checksum_shown >> 8),
                               (uint8_t)checksum_shown, pressed[PRESS_DONE],
                               pressed[PRESS_TAKE_BACK]};
    answer(kind, seq, payload, sizeof payload);
}

static void tell_what_is_shown(enum kind kind, uint8_t seq)
{
    const uint8_t payload[] = {session, (uint8_t)phase, (uint8_t)(checksum_shown >> 8),
                               (uint8_t)checksum_shown};
    answer(kind, seq, payload, sizeof payload);
}

static void enter(enum phase next)
{
    phase = next;
    step = 0;
    step_ms = now;
    if (phase != LIVE)
        board_pattern(phase, step);
}

static void hello(uint8_t seq, const uint8_t *payload, uint8_t length)
{
    if (length < 1 || payload[0] != PROTOCOL) {
        tell_about_us(seq); /* the computer sees our version in it and says what to do */
        return;
    }
    if (length != 4 || payload[1] == 0 || payload[2] == 0) {
        refuse(seq, BAD_PAYLOAD);
        return;
    }
    if (payload[1] != session || phase == OFF)
        enter(WAITING); /* what another computer showed is not this one's answer */
    if (payload[1] != session)
        pressed[PRESS_DONE] = pressed[PRESS_TAKE_BACK] = 0;
    session = payload[1];
    patience = payload[2];
    brightness = payload[3];
    heard_ms = now;
    tell_about_us(seq);
}

static uint16_t checksum_of(const uint8_t *bytes, uint8_t size)
{
    uint16_t checksum = 0xFFFF;
    while (size--)
        checksum = checksum_add(checksum, *bytes++);
    return (uint16_t)~checksum;
}

static void show(uint8_t seq, const uint8_t *payload, uint8_t length)
{
    if (!picture_read(&picture, payload + 1, (uint8_t)(length - 1))) {
        refuse(seq, BAD_PAYLOAD);
        return;
    }
    enter(LIVE);
    board_picture(&picture, brightness); /* first the lights, then the word that they are lit */
    checksum_shown = checksum_of(payload + 1, (uint8_t)(length - 1));
    tell_what_is_shown(KIND_SHOWN, seq);
}

static void bye(uint8_t seq)
{
    enter(OFF);
    checksum_shown = 0;
    tell_what_is_shown(KIND_SHOWN, seq);
    session = 0;
}

static void obey(uint8_t kind, uint8_t seq, const uint8_t *payload, uint8_t length)
{
    if (kind == KIND_HELLO) {
        hello(seq, payload, length);
        return;
    }
    if (kind != KIND_SHOW && kind != KIND_PING && kind != KIND_BYE) {
        refuse(seq, UNKNOWN_KIND);
        return;
    }
    if (length < 1 || session == 0 || payload[0] != session) {
        refuse(seq, OTHER_SESSION);
        return;
    }
    heard_ms = now;
    if (kind == KIND_SHOW)
        show(seq, payload, length);
    else if (kind == KIND_PING)
        tell_presses(KIND_PONG, seq);
    else
        bye(seq);
}

void talk_start(void)
{
    receiver_clear(&receiver);
    session = 0;
    checksum_shown = 0;
    enter(SELF_TEST);
    tell_about_us(0);
}

void talk_byte(uint8_t byte)
{
    enum verdict verdict = receiver_take(&receiver, byte);
    byte_ms = now;
    if (verdict == FRAME_GOOD)
        obey(receiver.body[0], receiver.body[1], receiver.body + 3, receiver.body[2]);
    else if (verdict != FRAME_NONE)
        refuse(0, (uint8_t)verdict);
}

void talk_press(enum press which)
{
    pressed[which]++;
    if (session != 0) /* should this frame be lost, the next PONG has the counts again */
        tell_presses(KIND_PRESSED, 0);
}

static void move_pattern(void)
{
    step_ms = now;
    step++;
    if (phase == SELF_TEST && step == SELF_TEST_STEPS)
        enter(WAITING);
    else
        board_pattern(phase, step);
}

void talk_tick(uint16_t now_ms)
{
    now = now_ms;
    if (phase == LIVE && (uint16_t)(now - heard_ms) > patience * 100u)
        enter(LOST); /* rather nothing than an old answer that looks live */
    if (phase == LIVE || phase == OFF || (uint16_t)(now - step_ms) < STEP_MS)
        return;
    /* a strip is written with interrupts off, which would lose bytes of a frame that is arriving */
    if ((uint16_t)(now - byte_ms) >= QUIET_MS)
        move_pattern();
}
