#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "media_loop.h"

/// A self-signed ECDSA P-256 certificate and the context made from it; one serves every connection of an engine.
typedef struct cm_identity cm_identity;
/// One DTLS 1.2 association that exists to agree on SRTP keys.
typedef struct cm_dtls cm_dtls;

enum { CM_FINGERPRINT_BYTES_MAX = 64, CM_SRTP_KEY_BYTES_MAX = 64 };

typedef enum { CM_DTLS_PEER_CLOSED = 1, CM_DTLS_ERROR = 2 } cm_dtls_end;

typedef struct {
    void *context;
    /// One datagram to send.
    void (*send)(void *context, const uint8_t *bytes, size_t count);
    /// Handshake done: the profile (RFC 5764 §4.1.2, RFC 7714 §14.2) and each side's key followed by its salt.
    void (*done)(void *context, uint16_t profile, const uint8_t *local, const uint8_t *remote, size_t count);
    void (*ended)(void *context, cm_dtls_end end);
} cm_dtls_callbacks;

/// NULL when OpenSSL cannot make a key.
cm_identity *cm_identity_create(void);
void cm_identity_free(cm_identity *identity);
/// `hash` as in SDP, such as `sha-256`. Returns the count of bytes written, 0 for an unknown hash.
size_t cm_identity_fingerprint(const cm_identity *identity, const char *hash, uint8_t *digest);

/// Everything on the loop's thread.
cm_dtls *cm_dtls_create(cm_loop *loop, cm_identity *identity, bool client, cm_dtls_callbacks callbacks);
void cm_dtls_start(cm_dtls *dtls);
void cm_dtls_feed(cm_dtls *dtls, const uint8_t *bytes, size_t count);
/// How long the last flight waits for an answer before it is repeated, in microseconds; 0: OpenSSL never asked.
unsigned int cm_dtls_wait(const cm_dtls *dtls);
size_t cm_dtls_peer_fingerprint(const cm_dtls *dtls, const char *hash, uint8_t *digest);
/// Says close_notify and frees; no callback but `send` happens in it and none at all after it. Allowed in a callback.
void cm_dtls_close(cm_dtls *dtls);
/// As `cm_dtls_close`, without a word to a peer that has no part in the association any more.
void cm_dtls_drop(cm_dtls *dtls);
