/* Adafruit_NeoPixel.h: what the sketch uses of the library, with its types; host.cpp remembers. */
#ifndef KEYPEG_HOST_NEOPIXEL_H
#define KEYPEG_HOST_NEOPIXEL_H

#include <stdint.h>

#define NEO_GRB 0x52
#define NEO_KHZ800 0x0000
typedef uint16_t neoPixelType;

class Adafruit_NeoPixel {
  public:
    Adafruit_NeoPixel(uint16_t pixels, int16_t pin, neoPixelType type);
    bool begin(void);
    void show(void);
    void setPixelColor(uint16_t at, uint8_t red, uint8_t green, uint8_t blue);

  private:
    uint8_t rgb[60][3];
    uint16_t pixels;
    int16_t pin;
};

#endif
