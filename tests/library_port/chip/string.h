/* string.h: what the sketch uses of a C library, for a chip whose library is not here. */
#ifndef KEYPEG_CHIP_STRING_H
#define KEYPEG_CHIP_STRING_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif
void *memcpy(void *to, const void *from, size_t size);
void *memset(void *to, int value, size_t size);
#ifdef __cplusplus
}
#endif

#endif
