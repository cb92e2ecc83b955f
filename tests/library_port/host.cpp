/* host.cpp: a board without a board. Reads a line of standard input at a time:
 *   bytes HEX   the computer says these       hold PIN / free PIN   a button
 *   run MS      the sketch runs so long       state                 what is lit and pushed
 * and ends each answer with "ok". */
#include <Arduino.h>
#include <Adafruit_NeoPixel.h>
#include <Servo.h>

#include <map>
#include <queue>
#include <stdio.h>
#include <stdlib.h>
#include <string>

static std::map<int, int> levels, modes, pulses;
static std::map<int, std::string> strips;
static std::map<int, bool> held;
static std::queue<uint8_t> heard;
static unsigned long now_ms;

HostSerial Serial;

void pinMode(uint8_t pin, uint8_t mode) { modes[pin] = mode; }
void digitalWrite(uint8_t pin, uint8_t level) { levels[pin] = level; }
int digitalRead(uint8_t pin) { return modes[pin] == INPUT_PULLUP && !held[pin] ? HIGH : LOW; }
unsigned long millis(void) { return now_ms; }
void delay(unsigned long ms) { now_ms += ms; }

void HostSerial::begin(unsigned long baud) { printf("baud %lu\n", baud); }
int HostSerial::available(void) { return (int)heard.size(); }
int HostSerial::read(void)
{
    uint8_t byte = heard.front();
    heard.pop();
    return byte;
}
size_t HostSerial::write(const uint8_t *bytes, size_t size)
{
    printf("said ");
    for (size_t i = 0; i < size; i++)
        printf("%02x", bytes[i]);
    printf("\n");
    return size;
}

Adafruit_NeoPixel::Adafruit_NeoPixel(uint16_t n, int16_t p, neoPixelType) : rgb(), pixels(n), pin(p)
{
}
bool Adafruit_NeoPixel::begin(void)
{
    modes[pin] = OUTPUT;
    return true;
}
void Adafruit_NeoPixel::setPixelColor(uint16_t at, uint8_t red, uint8_t green, uint8_t blue)
{
    rgb[at][0] = red, rgb[at][1] = green, rgb[at][2] = blue;
}
void Adafruit_NeoPixel::show(void)
{
    std::string text;
    char pixel[8];
    for (uint16_t i = 0; i < pixels; i++) {
        snprintf(pixel, sizeof pixel, "%02x%02x%02x ", rgb[i][0], rgb[i][1], rgb[i][2]);
        text += pixel;
    }
    strips[pin] = text;
}

unsigned char Servo::attach(int where, int shortest_us, int longest_us)
{
    if (us < shortest_us || us > longest_us)
        abort();
    pulses[pin = where] = us;
    return 1;
}
void Servo::detach(void)
{
    pulses.erase(pin);
    pin = -1;
}
bool Servo::attached(void) { return pin >= 0; }
void Servo::writeMicroseconds(int wanted)
{
    us = wanted;
    if (attached())
        pulses[pin] = us;
}

static void say_state(void)
{
    for (auto &each : levels)
        if (modes[each.first] == OUTPUT)
            printf("pin %d %d\n", each.first, each.second);
    for (auto &each : strips)
        printf("strip %d %s\n", each.first, each.second.c_str());
    for (auto &each : pulses)
        printf("servo %d %d\n", each.first, each.second);
}

int main(void)
{
    char line[4096], word[16], rest[4000];
    setup();
    while (fgets(line, sizeof line, stdin)) {
        rest[0] = 0;
        sscanf(line, "%15s %3999s", word, rest);
        std::string said(word);
        if (said == "bytes")
            for (size_t i = 0; i + 1 < strlen(rest); i += 2)
                heard.push((uint8_t)strtol(std::string(rest + i, 2).c_str(), NULL, 16));
        if (said == "hold" || said == "free")
            held[atoi(rest)] = said == "hold";
        if (said == "state")
            say_state();
        for (unsigned long end = now_ms + (said == "run" ? strtoul(rest, NULL, 10) : 0); now_ms < end;)
            loop();
        printf("ok\n");
        fflush(stdout);
    }
    return 0;
}
