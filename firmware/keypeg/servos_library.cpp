/* servos_library.cpp: pulses by the library Servo, on an ESP32 by ESP32Servo. */
#include <Arduino.h>

#include "checks.h"
#include "servos.h"

#ifdef DRIVEN_BY_LIBRARIES
#if WHITE_SERVO_PIN < 0 && RED_SERVO_PIN < 0

void servos_start(uint16_t, uint16_t) {}
uint8_t servos_push(uint16_t, uint16_t) { return 0; }
void servos_release(void) {}

#else

#ifdef ARDUINO_ARCH_ESP32
#include <ESP32Servo.h>
#else
#include <Servo.h>
#endif

static const int SHORTEST_US = 500, LONGEST_US = 2500; /* as checks.h has them */

static Servo white, red;
static uint16_t white_at, red_at; /* microseconds */

/* The pulse is set first, so that the arm does not start for the middle. */
static void push(Servo &servo, int pin, uint16_t us)
{
    if (pin < 0)
        return;
    servo.writeMicroseconds(us);
    if (!servo.attached())
        servo.attach(pin, SHORTEST_US, LONGEST_US);
    servo.writeMicroseconds(us);
}

void servos_start(uint16_t white_us, uint16_t red_us) { servos_push(white_us, red_us); }

uint8_t servos_push(uint16_t white_us, uint16_t red_us)
{
    if (white_at == white_us && red_at == red_us)
        return 0;
    push(white, WHITE_SERVO_PIN, white_at = white_us);
    push(red, RED_SERVO_PIN, red_at = red_us);
    return 1;
}

void servos_release(void)
{
    white.detach();
    red.detach();
}

#endif
#endif
