/* Servo.h: what the sketch uses of the libraries Servo and ESP32Servo; host.cpp remembers. */
#ifndef KEYPEG_HOST_SERVO_H
#define KEYPEG_HOST_SERVO_H

class Servo {
  public:
    unsigned char attach(int pin, int shortest_us, int longest_us);
    void detach(void);
    bool attached(void);
    void writeMicroseconds(int us);

  private:
    int pin = -1, us = 1500;
};

#endif
