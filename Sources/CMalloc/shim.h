// What the allocator has lent and not had back, which resident memory does not tell: freed pages may stay resident.
#ifndef HERON_CMALLOC_SHIM_H
#define HERON_CMALLOC_SHIM_H

#include <malloc.h>
#include <stddef.h>

// Bytes in use in all arenas and in mappings of their own; 0 where the C library cannot say.
static inline size_t cmalloc_bytes_in_use(void) {
#if defined(__GLIBC_PREREQ)
#if __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
#else
  return 0;
#endif
#else
  return 0;
#endif
}

#endif
