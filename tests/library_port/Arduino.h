/* Arduino.h: what the sketch uses of an Arduino core, on this computer; host.cpp remembers it. */
#ifndef KEYPEG_HOST_ARDUINO_H
#define KEYPEG_HOST_ARDUINO_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define HIGH 1
#define LOW 0
#define INPUT_PULLUP 2
#define OUTPUT 1

/* as an Uno R4's core has them; an ESP32's has none, and config_esp32.h must not want them */
#ifndef ARDUINO_ARCH_ESP32
#define PIN_A0 (14u)
#define PIN_A1 (15u)
#define PIN_A2 (16u)
#define PIN_A3 (17u)
#define PIN_A4 (18u)
#define PIN_A5 (19u)
#endif

void pinMode(uint8_t pin, uint8_t mode);
void digitalWrite(uint8_t pin, uint8_t level);
int digitalRead(uint8_t pin);
unsigned long millis(void);
void delay(unsigned long ms);

struct HostSerial {
    void begin(unsigned long baud);
    int available(void);
    int read(void);
    size_t write(const uint8_t *bytes, size_t size);
};
extern HostSerial Serial;

void setup(void);
void loop(void);

#endif
