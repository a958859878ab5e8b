#include <openssl/ssl.h>
#include <openssl/err.h>
#include <openssl/rand.h>
#include <openssl/x509.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include "media_dtls.h"

struct cm_identity { SSL_CTX *context; X509 *certificate; };

struct cm_dtls {
    SSL *ssl;
    cm_loop *loop;
    cm_timer *timer;
    bool client, handshaken, ended, closed;
    unsigned int wait;
    const uint8_t *datagram;
    size_t datagram_count;
    cm_dtls_callbacks callbacks;
};

// A datagram larger than this may be fragmented on a path through tunnels; WebRTC endpoints use the same figure.
enum { MTU = 1200 };
// OpenSSL's own first timeout of 1 s makes one lost packet cost a second of silence. A flight has several datagrams, so over
// two bad networks most flights lose one, and need many tries.
enum { FIRST_TIMEOUT_US = 100000, LAST_TIMEOUT_US = 400000 };

// OpenSSL's memory BIO joins datagrams on writing, so each write goes out by itself here.
static BIO_METHOD *datagram_method;
static pthread_once_t datagram_method_once = PTHREAD_ONCE_INIT;

static int datagram_write(BIO *bio, const char *bytes, int count) {
    cm_dtls *dtls = BIO_get_data(bio);
    if (count > 0) dtls->callbacks.send(dtls->callbacks.context, (const uint8_t *)bytes, (size_t)count);
    return count;
}

static int datagram_read(BIO *bio, char *bytes, int capacity) {
    cm_dtls *dtls = BIO_get_data(bio);
    BIO_clear_retry_flags(bio);
    if (!dtls->datagram) {
        BIO_set_retry_read(bio);
        return -1;
    }
    int count = dtls->datagram_count < (size_t)capacity ? (int)dtls->datagram_count : capacity;
    memcpy(bytes, dtls->datagram, (size_t)count);
    dtls->datagram = NULL;
    return count;
}

static long datagram_control(BIO *bio, int command, long number, void *pointer) {
    (void)bio, (void)number, (void)pointer;
    return command == BIO_CTRL_FLUSH ? 1 : 0;
}

static void datagram_method_make(void) {
    datagram_method = BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "datagram callbacks");
    BIO_meth_set_write(datagram_method, datagram_write);
    BIO_meth_set_read(datagram_method, datagram_read);
    BIO_meth_set_ctrl(datagram_method, datagram_control);
}

// OpenSSL frees its tables when the process exits, while loop threads may still free associations: that crashed. The
// first initialization decides, so this one runs before any other.
__attribute__((constructor)) static void openssl_stays_until_the_end(void) {
    OPENSSL_init_crypto(OPENSSL_INIT_NO_ATEXIT, NULL);
}

// Any certificate passes here: it is trusted or not by the fingerprint in the description.
static int accept_any(int preverified, X509_STORE_CTX *store) {
    (void)preverified, (void)store;
    return 1;
}

static X509 *certificate_make(EVP_PKEY *key) {
    X509 *certificate = X509_new();
    unsigned char serial[8];
    if (!certificate || RAND_bytes(serial, sizeof serial) != 1) return certificate;
    serial[0] &= 0x7f;
    X509_set_version(certificate, 2);
    BIGNUM *number = BN_bin2bn(serial, sizeof serial, NULL);
    BN_to_ASN1_INTEGER(number, X509_get_serialNumber(certificate));
    BN_free(number);
    X509_gmtime_adj(X509_getm_notBefore(certificate), -24 * 3600);
    X509_gmtime_adj(X509_getm_notAfter(certificate), 365L * 24 * 3600);
    X509_NAME *name = X509_get_subject_name(certificate);
    X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, (const unsigned char *)"media", -1, -1, 0);
    X509_set_issuer_name(certificate, name);
    X509_set_pubkey(certificate, key);
    X509_sign(certificate, key, EVP_sha256());
    return certificate;
}

static bool context_set_up(SSL_CTX *context, X509 *certificate, EVP_PKEY *key) {
    // Ours is ECDSA, yet a peer's certificate may be RSA when we are the client.
    static const char suites[] = "ECDHE-ECDSA-AES128-GCM-SHA256:ECDHE-RSA-AES128-GCM-SHA256:"
        "ECDHE-ECDSA-AES256-GCM-SHA384:ECDHE-RSA-AES256-GCM-SHA384:ECDHE-ECDSA-CHACHA20-POLY1305:"
        "ECDHE-RSA-CHACHA20-POLY1305:ECDHE-ECDSA-AES128-SHA:ECDHE-RSA-AES128-SHA";
    SSL_CTX_set_min_proto_version(context, DTLS1_2_VERSION);
    SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, accept_any);
    SSL_CTX_set_options(context, SSL_OP_NO_QUERY_MTU | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_TICKET);
    SSL_CTX_set_session_cache_mode(context, SSL_SESS_CACHE_OFF);
    SSL_CTX_set_read_ahead(context, 1);
    return SSL_CTX_set_cipher_list(context, suites) == 1 && SSL_CTX_use_certificate(context, certificate) == 1
        && SSL_CTX_use_PrivateKey(context, key) == 1
        // This one function returns 0 on success.
        && SSL_CTX_set_tlsext_use_srtp(context, "SRTP_AEAD_AES_128_GCM:SRTP_AES128_CM_SHA1_80") == 0;
}

cm_identity *cm_identity_create(void) {
    pthread_once(&datagram_method_once, datagram_method_make);
    EVP_PKEY *key = EVP_EC_gen("P-256");
    SSL_CTX *context = SSL_CTX_new(DTLS_method());
    X509 *certificate = key ? certificate_make(key) : NULL;
    cm_identity *identity = calloc(1, sizeof *identity);
    bool usable = identity && context && certificate && datagram_method && context_set_up(context, certificate, key);
    EVP_PKEY_free(key);
    if (usable) {
        *identity = (cm_identity){context, certificate};
        return identity;
    }
    X509_free(certificate);
    SSL_CTX_free(context);
    free(identity);
    return NULL;
}

void cm_identity_free(cm_identity *identity) {
    X509_free(identity->certificate);
    SSL_CTX_free(identity->context);
    free(identity);
}

static size_t fingerprint(const X509 *certificate, const char *hash, uint8_t *digest) {
    static const struct { const char *name; const EVP_MD *(*digest)(void); } known[] = {
        {"sha-256", EVP_sha256}, {"sha-384", EVP_sha384}, {"sha-512", EVP_sha512}, {"sha-224", EVP_sha224}};
    for (size_t index = 0; certificate && index < sizeof known / sizeof known[0]; index++) {
        unsigned int count = 0;
        if (strcasecmp(hash, known[index].name) != 0) continue;
        return X509_digest(certificate, known[index].digest(), digest, &count) == 1 ? count : 0;
    }
    return 0;
}

size_t cm_identity_fingerprint(const cm_identity *identity, const char *hash, uint8_t *digest) {
    return fingerprint(identity->certificate, hash, digest);
}

size_t cm_dtls_peer_fingerprint(const cm_dtls *dtls, const char *hash, uint8_t *digest) {
    X509 *certificate = SSL_get1_peer_certificate(dtls->ssl);
    size_t count = fingerprint(certificate, hash, digest);
    X509_free(certificate);
    return count;
}

static unsigned int next_timeout(SSL *ssl, unsigned int microseconds) {
    cm_dtls *dtls = SSL_get_app_data(ssl);
    if (microseconds == 0) dtls->wait = FIRST_TIMEOUT_US;
    else dtls->wait = microseconds * 2 < LAST_TIMEOUT_US ? microseconds * 2 : LAST_TIMEOUT_US;
    return dtls->wait;
}

unsigned int cm_dtls_wait(const cm_dtls *dtls) { return dtls->wait; }

static void end(cm_dtls *dtls, cm_dtls_end how) {
    if (dtls->ended || dtls->closed) return;
    dtls->ended = true;
    dtls->callbacks.ended(dtls->callbacks.context, how);
}

static void report_keys(cm_dtls *dtls) {
    static const char label[] = "EXTRACTOR-dtls_srtp";
    const SRTP_PROTECTION_PROFILE *profile = SSL_get_selected_srtp_profile(dtls->ssl);
    if (!profile) {
        end(dtls, CM_DTLS_ERROR);
        return;
    }
    size_t salt = profile->id == SRTP_AES128_CM_SHA1_80 ? 14 : 12, key = 16, each = key + salt;
    uint8_t exported[2 * CM_SRTP_KEY_BYTES_MAX], client[CM_SRTP_KEY_BYTES_MAX], server[CM_SRTP_KEY_BYTES_MAX];
    if (SSL_export_keying_material(dtls->ssl, exported, 2 * each, label, sizeof label - 1, NULL, 0, 0) != 1) {
        end(dtls, CM_DTLS_ERROR);
        return;
    }
    // RFC 5764 §4.2: client key, server key, client salt, server salt.
    memcpy(client, exported, key);
    memcpy(server, exported + key, key);
    memcpy(client + key, exported + 2 * key, salt);
    memcpy(server + key, exported + 2 * key + salt, salt);
    const uint8_t *local = dtls->client ? client : server, *remote = dtls->client ? server : client;
    dtls->callbacks.done(dtls->callbacks.context, (uint16_t)profile->id, local, remote, each);
    OPENSSL_cleanse(exported, sizeof exported);
    OPENSSL_cleanse(client, sizeof client);
    OPENSSL_cleanse(server, sizeof server);
}

static void arm_timer(cm_dtls *dtls) {
    struct timeval left;
    if (dtls->closed) return;
    bool waiting = DTLSv1_get_timeout(dtls->ssl, &left) == 1;
    cm_timer_arm(dtls->timer, waiting ? left.tv_sec * 1000000LL + left.tv_usec : -1);
}

// The closed flag is looked at after every callback: the owner may close in any of them.
static void advance(cm_dtls *dtls) {
    uint8_t ignored[2048];
    ERR_clear_error();
    if (!dtls->handshaken) {
        int result = SSL_do_handshake(dtls->ssl);
        int error = SSL_get_error(dtls->ssl, result);
        if (result == 1) {
            dtls->handshaken = true;
            report_keys(dtls);
        } else if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) {
            end(dtls, CM_DTLS_ERROR);
        }
    }
    while (!dtls->closed && dtls->handshaken && !dtls->ended) {
        int count = SSL_read(dtls->ssl, ignored, sizeof ignored);
        if (count > 0) continue;
        int error = SSL_get_error(dtls->ssl, count);
        if (SSL_get_shutdown(dtls->ssl) & SSL_RECEIVED_SHUTDOWN) end(dtls, CM_DTLS_PEER_CLOSED);
        else if (error != SSL_ERROR_WANT_READ && error != SSL_ERROR_WANT_WRITE) end(dtls, CM_DTLS_ERROR);
        break;
    }
    arm_timer(dtls);
}

static void on_timer(void *context) {
    cm_dtls *dtls = context;
    if (dtls->closed || dtls->ended) return;
    ERR_clear_error();
    if (DTLSv1_handle_timeout(dtls->ssl) < 0) end(dtls, CM_DTLS_ERROR);
    arm_timer(dtls);
}

cm_dtls *cm_dtls_create(cm_loop *loop, cm_identity *identity, bool client, cm_dtls_callbacks callbacks) {
    cm_dtls *dtls = calloc(1, sizeof *dtls);
    SSL *ssl = SSL_new(identity->context);
    BIO *bio = BIO_new(datagram_method);
    if (!dtls || !ssl || !bio) {
        BIO_free(bio);
        SSL_free(ssl);
        free(dtls);
        return NULL;
    }
    *dtls = (cm_dtls){.ssl = ssl, .loop = loop, .client = client, .callbacks = callbacks};
    dtls->timer = cm_timer_create(loop, on_timer, dtls);
    BIO_set_data(bio, dtls);
    BIO_set_init(bio, 1);
    SSL_set_bio(ssl, bio, bio);
    SSL_set_mtu(ssl, MTU);
    SSL_set_app_data(ssl, dtls);
    DTLS_set_timer_cb(ssl, next_timeout);
    if (client) SSL_set_connect_state(ssl);
    else SSL_set_accept_state(ssl);
    return dtls;
}

void cm_dtls_start(cm_dtls *dtls) { advance(dtls); }

void cm_dtls_feed(cm_dtls *dtls, const uint8_t *bytes, size_t count) {
    if (dtls->closed || dtls->ended) return;
    dtls->datagram = bytes;
    dtls->datagram_count = count;
    advance(dtls);
    dtls->datagram = NULL;
}

static void free_later(void *context) {
    cm_dtls *dtls = context;
    SSL_free(dtls->ssl);
    free(dtls);
}

void cm_dtls_drop(cm_dtls *dtls) {
    dtls->handshaken = false;
    cm_dtls_close(dtls);
}

void cm_dtls_close(cm_dtls *dtls) {
    if (dtls->closed) return;
    dtls->closed = true;
    cm_timer_free(dtls->timer);
    ERR_clear_error();
    if (dtls->handshaken) SSL_shutdown(dtls->ssl);
    ERR_clear_error();
    cm_loop_post(dtls->loop, free_later, dtls);
}
