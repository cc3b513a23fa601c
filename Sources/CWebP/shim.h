// The boundary to libwebp 1, its decoder and the part that takes animations to pieces.
#ifndef CWEBP_SHIM_H
#define CWEBP_SHIM_H

#include <webp/decode.h>
#include <webp/demux.h>

#endif
