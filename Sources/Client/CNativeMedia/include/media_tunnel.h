#pragma once
#include <stdbool.h>
#include <stdint.h>
#include "media_loop.h"

/// A relay behind TLS as a TCP port of this machine: bytes that are sent there go on over TLS. libnice speaks TURN over
/// plain TCP only.
typedef struct cm_tunnel cm_tunnel;

enum { CM_TUNNEL_CONNECTIONS_MAX = 16 };

/// Begins to read the system's authorities, once in a process, so that a call does not wait for it. On any thread.
void cm_tunnel_prepare(void);
/// `host` is a name or an address, which the server's certificate has to be of; every address of a name is tried.
/// `roots` is a PEM file of authorities to trust beside the system's, or NULL; if it is none, nothing is let through.
/// `ipv6` says on which loopback it listens. NULL when there is no port or the file may not be read. On the loop's thread, as everything of it.
cm_tunnel *cm_tunnel_create(cm_loop *loop, const char *host, uint16_t port, const char *roots, bool ipv6,
                            uint16_t *local_port);
/// Ends what goes through it.
void cm_tunnel_free(cm_tunnel *tunnel);
