#pragma once

/// Returns a socket that is readable after an interface, an address or a route has come or gone (netlink). It never
/// blocks, and the caller closes it. Returns -1 if the kernel has none; the reason is in `errno`.
int cm_watch_network(void);
