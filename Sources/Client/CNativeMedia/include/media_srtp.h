#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/// One direction of SRTP and SRTCP. Not safe to use from two threads at once.
typedef struct cm_srtp cm_srtp;

/// Room a packet needs behind its last byte for protection.
enum { CM_SRTP_TRAILER_BYTES = 148 };

/// Loads the ciphers, once in a process. This takes some milliseconds. The first session does it otherwise.
void cm_srtp_start(void);
/// `key` is followed by its salt. NULL for an unknown profile or a wrong count.
cm_srtp *cm_srtp_create(uint16_t profile, const uint8_t *key, size_t count, bool inbound);
void cm_srtp_free(cm_srtp *srtp);
/// In place. Each returns the new count, or -1 when the packet must be dropped.
int cm_srtp_protect(cm_srtp *srtp, uint8_t *packet, int count);
int cm_srtp_unprotect(cm_srtp *srtp, uint8_t *packet, int count);
int cm_srtp_protect_control(cm_srtp *srtp, uint8_t *packet, int count);
int cm_srtp_unprotect_control(cm_srtp *srtp, uint8_t *packet, int count);
