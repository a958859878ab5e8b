#include <pthread.h>
#include <srtp2/srtp.h>
#include <stdlib.h>
#include <string.h>
#include "media_srtp.h"

struct cm_srtp { srtp_t session; };

// Packets may arrive this far out of order: 20 s of audio, a jitter buffer never holds as much.
enum { REPLAY_WINDOW = 1024 };

static pthread_once_t started = PTHREAD_ONCE_INIT;
static srtp_err_status_t start_status;

static void start(void) { start_status = srtp_init(); }

void cm_srtp_start(void) { pthread_once(&started, start); }

cm_srtp *cm_srtp_create(uint16_t profile, const uint8_t *key, size_t count, bool inbound) {
    cm_srtp_start();
    srtp_policy_t policy;
    memset(&policy, 0, sizeof policy);
    if (start_status != srtp_err_status_ok
        || srtp_crypto_policy_set_from_profile_for_rtp(&policy.rtp, (srtp_profile_t)profile) != srtp_err_status_ok
        || srtp_crypto_policy_set_from_profile_for_rtcp(&policy.rtcp, (srtp_profile_t)profile) != srtp_err_status_ok
        || (size_t)policy.rtp.cipher_key_len != count) return NULL;
    policy.ssrc.type = inbound ? ssrc_any_inbound : ssrc_any_outbound;
    policy.key = (unsigned char *)key;
    policy.window_size = REPLAY_WINDOW;
    cm_srtp *srtp = calloc(1, sizeof *srtp);
    if (srtp && srtp_create(&srtp->session, &policy) == srtp_err_status_ok) return srtp;
    free(srtp);
    return NULL;
}

void cm_srtp_free(cm_srtp *srtp) {
    srtp_dealloc(srtp->session);
    free(srtp);
}

static int outcome(srtp_err_status_t status, int count) { return status == srtp_err_status_ok ? count : -1; }

int cm_srtp_protect(cm_srtp *srtp, uint8_t *packet, int count) {
    srtp_err_status_t status = srtp_protect(srtp->session, packet, &count);
    return outcome(status, count);
}

int cm_srtp_unprotect(cm_srtp *srtp, uint8_t *packet, int count) {
    srtp_err_status_t status = srtp_unprotect(srtp->session, packet, &count);
    return outcome(status, count);
}

int cm_srtp_protect_control(cm_srtp *srtp, uint8_t *packet, int count) {
    srtp_err_status_t status = srtp_protect_rtcp(srtp->session, packet, &count);
    return outcome(status, count);
}

int cm_srtp_unprotect_control(cm_srtp *srtp, uint8_t *packet, int count) {
    srtp_err_status_t status = srtp_unprotect_rtcp(srtp->session, packet, &count);
    return outcome(status, count);
}
