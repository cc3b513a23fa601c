// The boundary to libjpeg-turbo 2, its libjpeg API. libjpeg reports an error by a call that must not return, for which
// longjmp is the way: it never crosses a Swift frame, as all that can fail runs inside of one function.
#ifndef CJPEG_SHIM_H
#define CJPEG_SHIM_H

#include <stdio.h>

#include <jerror.h>
#include <jpeglib.h>
#include <setjmp.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/// What became of a file.
typedef struct {
  /// libjpeg's words; empty where nothing is wrong.
  char error[JMSG_LENGTH_MAX];
  /// Bytes that were read.
  size_t offset;
  /// Whether the file ends early.
  bool truncated;
} cjpeg_outcome;

/// What to make of a file.
typedef struct {
  /// The size that the header said.
  uint32_t width, height;
  /// The scale in eighths, 1 to 8.
  uint32_t scale;
  /// The size that comes of it.
  uint32_t scaled_width, scaled_height;
  /// The most scans of a progressive file.
  int max_scans;
  /// The most memory beside the pixels, in bytes.
  long max_memory;
} cjpeg_plan;

typedef struct {
  struct jpeg_error_mgr manager;
  struct jpeg_progress_mgr progress;
  jmp_buf jump;
  cjpeg_outcome *outcome;
  int max_scans;
} cjpeg_context;

static inline void cjpeg_fail(j_common_ptr jpeg) {
  cjpeg_context *context = (cjpeg_context *)jpeg->err;
  context->manager.format_message(jpeg, context->outcome->error);
  longjmp(context->jump, 1);
}

/// Of what libjpeg only warns of, this is damage to the picture.
static inline bool cjpeg_is_damage(j_common_ptr jpeg) {
  switch (jpeg->err->msg_code) {
    // A scan of a progressive file that refines less than it could.
    case JWRN_HIT_MARKER:
      return !((j_decompress_ptr)jpeg)->progressive_mode;
    case JWRN_EXTRANEOUS_DATA:
    case JWRN_ADOBE_XFORM:
    case JWRN_BOGUS_PROGRESSION:
    case JWRN_BOGUS_ICC:
    case JWRN_JFIF_MAJOR:
    case JWRN_TOO_MUCH_DATA:
      return false;
    default:
      return true;
  }
}

static inline void cjpeg_hear(j_common_ptr jpeg, int level) {
  if (level >= 0 || !cjpeg_is_damage(jpeg)) return;
  cjpeg_context *context = (cjpeg_context *)jpeg->err;
  if (jpeg->err->msg_code == JWRN_JPEG_EOF) context->outcome->truncated = true;
  cjpeg_fail(jpeg);
}

// A small file can have thousands of scans, each of which costs as much as the whole picture.
static inline void cjpeg_watch(j_common_ptr jpeg) {
  cjpeg_context *context = (cjpeg_context *)jpeg->err;
  if (((j_decompress_ptr)jpeg)->input_scan_number <= context->max_scans) return;
  snprintf(context->outcome->error, JMSG_LENGTH_MAX, "more than %d scans", context->max_scans);
  longjmp(context->jump, 1);
}

static inline void cjpeg_refuse(cjpeg_context *context, const char *why) {
  snprintf(context->outcome->error, JMSG_LENGTH_MAX, "%s", why);
  longjmp(context->jump, 1);
}

// Adobe's programs write inks inverted, and everybody does as they do.
static inline void cjpeg_mix_inks(uint8_t *pixels, const uint8_t *inks, uint32_t width) {
  for (uint32_t x = 0; x < width; x++, pixels += 4, inks += 4) {
    for (int ink = 0; ink < 3; ink++) pixels[ink] = (uint8_t)((inks[ink] * inks[3] + 127) / 255);
    pixels[3] = 255;
  }
}

static inline void cjpeg_read_rows(j_decompress_ptr jpeg, uint8_t *pixels) {
  bool has_inks = jpeg->out_color_space == JCS_CMYK;
  size_t row_bytes = (size_t)jpeg->output_width * 4;
  JSAMPARRAY row = jpeg->mem->alloc_sarray((j_common_ptr)jpeg, JPOOL_IMAGE, (JDIMENSION)row_bytes, 1);
  while (jpeg->output_scanline < jpeg->output_height) {
    uint8_t *target = pixels + jpeg->output_scanline * row_bytes;
    JSAMPROW direct = target;
    jpeg_read_scanlines(jpeg, has_inks ? row : &direct, 1);
    if (has_inks) cjpeg_mix_inks(target, row[0], jpeg->output_width);
  }
}

static inline void cjpeg_begin(j_decompress_ptr jpeg, cjpeg_context *context, const cjpeg_plan *plan) {
  jpeg->mem->max_memory_to_use = plan->max_memory;
  jpeg_read_header(jpeg, TRUE);
  if (jpeg->image_width != plan->width || jpeg->image_height != plan->height)
    cjpeg_refuse(context, "the size is not that of the first frame header");
  bool has_inks = jpeg->jpeg_color_space == JCS_CMYK || jpeg->jpeg_color_space == JCS_YCCK;
  jpeg->out_color_space = has_inks ? JCS_CMYK : JCS_EXT_RGBA;
  jpeg->dct_method = JDCT_ISLOW;
  jpeg->scale_num = plan->scale;
  jpeg->scale_denom = 8;
  jpeg_start_decompress(jpeg);
  if (jpeg->output_width != plan->scaled_width || jpeg->output_height != plan->scaled_height)
    cjpeg_refuse(context, "the scaled size is another one");
}

/// Reads a picture as RGBA8 into `pixels`, which must hold scaled_width * scaled_height * 4 bytes.
static inline bool cjpeg_read(
    const uint8_t *bytes, size_t size, const cjpeg_plan *plan, cjpeg_outcome *outcome, uint8_t *pixels) {
  struct jpeg_decompress_struct jpeg;
  cjpeg_context context;
  memset(&jpeg, 0, sizeof jpeg);
  memset(&context, 0, sizeof context);
  context.outcome = outcome;
  context.max_scans = plan->max_scans;
  context.progress.progress_monitor = cjpeg_watch;
  jpeg.err = jpeg_std_error(&context.manager);
  context.manager.error_exit = cjpeg_fail;
  context.manager.emit_message = cjpeg_hear;
  if (setjmp(context.jump) != 0) {
    if (jpeg.src != NULL) outcome->offset = size - jpeg.src->bytes_in_buffer;
    if (outcome->truncated) outcome->offset = size;
    jpeg_destroy_decompress(&jpeg);
    return false;
  }
  jpeg_create_decompress(&jpeg);
  jpeg.progress = &context.progress;
  jpeg_mem_src(&jpeg, bytes, size);
  cjpeg_begin(&jpeg, &context, plan);
  cjpeg_read_rows(&jpeg, pixels);
  jpeg_finish_decompress(&jpeg);
  jpeg_destroy_decompress(&jpeg);
  return true;
}

// Swift sees a char array as a tuple; this gives it a string.
static inline const char *cjpeg_error_text(const cjpeg_outcome *outcome) { return outcome->error; }

#endif
