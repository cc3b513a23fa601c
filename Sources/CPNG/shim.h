// The boundary to libpng 1.6, its full API. libpng reports an error by longjmp, which must never cross a Swift frame:
// so whatever can fail runs inside one of the two functions at the end, whose callers see only a bool and messages.
#ifndef CPNG_SHIM_H
#define CPNG_SHIM_H

#include <png.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/// What libpng said: its error, and the last warning before it, which often tells more.
typedef struct {
  char error[128];
  char warning[128];
} cpng_messages;

/// A file in memory, as far as it has been read.
typedef struct {
  const uint8_t *bytes;
  size_t size;
  size_t offset;
  /// Whether reading failed because the file ends early.
  bool truncated;
} cpng_source;

/// A file being written to memory that `cpng_free` gives back.
typedef struct {
  uint8_t *bytes;
  size_t size;
  size_t capacity;
} cpng_sink;

static inline void cpng_keep_message(char *into, size_t capacity, const char *message) {
  strncpy(into, message, capacity - 1);
  into[capacity - 1] = 0;
}

static inline void cpng_error(png_structp png, png_const_charp message) {
  cpng_messages *messages = (cpng_messages *)png_get_error_ptr(png);
  cpng_keep_message(messages->error, sizeof messages->error, message);
  png_longjmp(png, 1);
}

/// Whether libpng only warns where the pixels are wrong: a checksum over the image data or the transparency does not
/// hold. Data left over behind a whole image is no damage.
static inline bool cpng_is_damage(const char *warning) {
  if (strcmp(warning, "tRNS: CRC error") == 0) return true;
  return strncmp(warning, "IDAT: ", 6) == 0 && strcmp(warning, "IDAT: Extra compressed data") != 0
      && strcmp(warning, "IDAT: Too much image data") != 0 && strcmp(warning, "IDAT: Too many IDATs found") != 0;
}

static inline void cpng_warn(png_structp png, png_const_charp message) {
  if (cpng_is_damage(message)) cpng_error(png, message);
  cpng_messages *messages = (cpng_messages *)png_get_error_ptr(png);
  cpng_keep_message(messages->warning, sizeof messages->warning, message);
}

static inline void cpng_read_bytes(png_structp png, png_bytep into, size_t count) {
  cpng_source *source = (cpng_source *)png_get_io_ptr(png);
  if (count > source->size - source->offset) {
    source->offset = source->size;
    source->truncated = true;
    png_error(png, "the file ends early");
  }
  memcpy(into, source->bytes + source->offset, count);
  source->offset += count;
}

static inline void cpng_write_bytes(png_structp png, png_bytep from, size_t count) {
  cpng_sink *sink = (cpng_sink *)png_get_io_ptr(png);
  if (count > sink->capacity - sink->size) {
    size_t capacity = (sink->size + count) * 2;
    uint8_t *bytes = (uint8_t *)realloc(sink->bytes, capacity);
    if (bytes == NULL) png_error(png, "out of memory");
    sink->bytes = bytes;
    sink->capacity = capacity;
  }
  memcpy(sink->bytes + sink->size, from, count);
  sink->size += count;
}

// libpng's own flush takes the sink for a FILE.
static inline void cpng_flush(png_structp png) { (void)png; }

static inline void cpng_set_read_limits(png_structp png, uint32_t width, uint32_t height) {
  png_set_user_limits(png, width, height);
  png_set_chunk_cache_max(png, 16);
  // As large as a body may be: nothing of a chunk's size is ever allocated, large chunks are read past.
  png_set_chunk_malloc_max(png, 32 << 20);
  // No ancillary chunk but tRNS is looked at: no gamma, no profiles, no texts to inflate.
  png_set_keep_unknown_chunks(png, PNG_HANDLE_CHUNK_NEVER, NULL, -1);
  png_set_crc_action(png, PNG_CRC_ERROR_QUIT, PNG_CRC_WARN_DISCARD);
}

static inline void cpng_read_pixels(
    png_structp png, png_infop info, uint32_t width, uint32_t height, uint8_t *pixels) {
  png_read_info(png, info);
  png_set_expand(png);
  png_set_strip_16(png);
  png_set_gray_to_rgb(png);
  png_set_add_alpha(png, 0xFF, PNG_FILLER_AFTER);
  int passes = png_set_interlace_handling(png);
  png_read_update_info(png, info);
  size_t row_bytes = (size_t)width * 4;
  if (png_get_image_width(png, info) != width || png_get_image_height(png, info) != height
      || png_get_rowbytes(png, info) != row_bytes)
    png_error(png, "the size is not the header's");
  for (int pass = 0; pass < passes; pass++)
    for (uint32_t row = 0; row < height; row++) png_read_row(png, pixels + row * row_bytes, NULL);
  png_read_end(png, NULL);
}

/// Reads a picture of exactly that size as RGBA8 into `pixels`, which must hold width * height * 4 bytes.
static inline bool cpng_read(
    cpng_source *source, cpng_messages *messages, uint32_t width, uint32_t height, uint8_t *pixels) {
  png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, messages, cpng_error, cpng_warn);
  if (png == NULL) return false;
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_read_struct(&png, &info, NULL);
    return false;
  }
  if (info == NULL) png_error(png, "out of memory");
  png_set_read_fn(png, source, cpng_read_bytes);
  cpng_set_read_limits(png, width, height);
  cpng_read_pixels(png, info, width, height, pixels);
  png_destroy_read_struct(&png, &info, NULL);
  return true;
}

/// Writes RGBA8 pixels as a PNG into `sink`, whose bytes are the caller's to free, also after a failure.
static inline bool cpng_write(
    cpng_sink *sink, cpng_messages *messages, uint32_t width, uint32_t height, const uint8_t *pixels) {
  png_structp png = png_create_write_struct(PNG_LIBPNG_VER_STRING, messages, cpng_error, cpng_warn);
  if (png == NULL) return false;
  png_infop info = png_create_info_struct(png);
  if (setjmp(png_jmpbuf(png)) != 0) {
    png_destroy_write_struct(&png, &info);
    return false;
  }
  if (info == NULL) png_error(png, "out of memory");
  png_set_write_fn(png, sink, cpng_write_bytes, cpng_flush);
  png_set_user_limits(png, PNG_UINT_31_MAX, PNG_UINT_31_MAX);
  png_set_IHDR(
      png, info, width, height, 8, PNG_COLOR_TYPE_RGB_ALPHA, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
      PNG_FILTER_TYPE_DEFAULT);
  png_write_info(png, info);
  for (uint32_t row = 0; row < height; row++) png_write_row(png, pixels + (size_t)row * width * 4);
  png_write_end(png, info);
  png_destroy_write_struct(&png, &info);
  return true;
}

static inline void cpng_free(cpng_sink *sink) { free(sink->bytes); }

// Swift sees a char array as a tuple; these give it a string.
static inline const char *cpng_error_text(const cpng_messages *messages) { return messages->error; }
static inline const char *cpng_warning_text(const cpng_messages *messages) { return messages->warning; }

#endif
