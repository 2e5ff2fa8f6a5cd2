/* What Debian 12's static libraries want of glibc 2.32 and later, for glibc 2.31. */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

/* libstdc++ leaves out atomic operations where it is true: never. */
char __libc_single_threaded = 0;

/* libstdc++'s random_device and expat's hash salt; getentropy() is in glibc 2.25. */
void arc4random_buf(void* buffer, size_t size) {
  unsigned char* at = buffer;
  while (size > 0) {
    const size_t part = size < 256 ? size : 256;
    if (getentropy(at, part) != 0) {
      abort();
    }
    at += part;
    size -= part;
  }
}

uint32_t arc4random(void) {
  uint32_t value;
  arc4random_buf(&value, sizeof value);
  return value;
}
