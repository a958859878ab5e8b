#pragma once
#include <stdbool.h>
#include <stdint.h>

/// Opus at 48 kHz mono in frames of 20, 40 or 60 ms. Not safe to use from two threads at once.
typedef struct cm_opus_encoder cm_opus_encoder;
typedef struct cm_opus_decoder cm_opus_decoder;

cm_opus_encoder *cm_opus_encoder_create(int32_t bits_per_second, int32_t complexity);
void cm_opus_encoder_free(cm_opus_encoder *encoder);
/// Between two frames: other bits, in-band error correction for so much loss (none for zero), and whether silence
/// becomes packets of at most two bytes, which need not be sent.
void cm_opus_encoder_adapt(cm_opus_encoder *encoder, int32_t bits_per_second, int32_t loss_percent,
                           bool omits_silence);
/// Returns the count of bytes written, negative on error.
int32_t cm_opus_encode(cm_opus_encoder *encoder, const int16_t *frame, int32_t samples, uint8_t *bytes,
                       int32_t capacity);

cm_opus_decoder *cm_opus_decoder_create(void);
void cm_opus_decoder_free(cm_opus_decoder *decoder);
/// `bytes` NULL conceals a lost frame; `recover` takes the previous frame out of this packet's error correction.
/// Returns the count of samples written, negative on error.
int32_t cm_opus_decode(cm_opus_decoder *decoder, const uint8_t *bytes, int32_t count, int16_t *frame, int32_t samples,
                       bool recover);
