#pragma once
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include "media_loop.h"

/// One ICE agent with one stream of one component (RTP and RTCP multiplexed).
typedef struct cm_ice cm_ice;

typedef enum { CM_ICE_CHECKING = 1, CM_ICE_CONNECTED = 2, CM_ICE_FAILED = 3 } cm_ice_state;

typedef struct {
    void *context;
    /// The text of an `a=candidate:` line after the colon.
    void (*candidate)(void *context, const char *line);
    void (*gathered)(void *context);
    void (*state)(void *context, cm_ice_state state);
    void (*received)(void *context, const uint8_t *bytes, size_t count);
    /// The last call; `context` is not used afterward.
    void (*closed)(void *context);
} cm_ice_callbacks;

/// All calls but `cm_ice_send` and `cm_ice_free` belong on the loop's thread.
cm_ice *cm_ice_create(cm_loop *loop, bool controlling, bool relay_only, cm_ice_callbacks callbacks);
/// `address` is numeric; false when it is not an address.
bool cm_ice_add_local_address(cm_ice *ice, const char *address);
void cm_ice_set_port_range(cm_ice *ice, uint16_t first, uint16_t last);
/// `address` is numeric: libnice resolves nothing here.
void cm_ice_set_stun(cm_ice *ice, const char *address, uint16_t port);
/// Never for `turns:`: libnice would silently speak plain TCP to it.
void cm_ice_add_relay(cm_ice *ice, const char *address, uint16_t port, bool tcp, const char *user,
                      const char *password);
/// Candidates may be reported before this returns. False when no socket could be bound. With `expects_relays` gathering
/// does not end before `cm_ice_end_relays`.
bool cm_ice_gather(cm_ice *ice, bool expects_relays);
/// Asks the relays that were added since.
void cm_ice_ask_relays(cm_ice *ice);
void cm_ice_end_relays(cm_ice *ice);
/// Both buffers hold at least 257 bytes.
bool cm_ice_local_credentials(cm_ice *ice, char *fragment, char *password);
bool cm_ice_set_remote_credentials(cm_ice *ice, const char *fragment, const char *password);
/// Turns from one peer to another that knows our description: everything of ours stays, and the first peer's candidates
/// and checks are forgotten.
bool cm_ice_replace_remote_credentials(cm_ice *ice, const char *fragment, const char *password);
/// `line` starts with `candidate:`; false when it cannot be used.
bool cm_ice_add_remote_candidate(cm_ice *ice, const char *line);
void cm_ice_end_remote_candidates(cm_ice *ice);
/// From any thread, until `cm_ice_free`. False when the datagram could not be handed to the kernel.
bool cm_ice_send(cm_ice *ice, const uint8_t *bytes, size_t count);
/// Kinds of the selected pair (`host`, `srflx`, `prflx`, `relay`), static strings; false without a pair.
bool cm_ice_selected_kinds(cm_ice *ice, const char **local, const char **remote);
/// The server of the relay in use; `address` has room for `cm_ice_address_size` bytes. False without one.
bool cm_ice_selected_relay(cm_ice *ice, char *address, uint16_t *port);
enum { cm_ice_address_size = 64 };
/// Gives relays and sockets back, then calls `closed`. Nothing but `closed` is called once this was called.
void cm_ice_close(cm_ice *ice);
/// After `closed`, from any thread; the memory goes on the loop's thread, which must still run.
void cm_ice_free(cm_ice *ice);
