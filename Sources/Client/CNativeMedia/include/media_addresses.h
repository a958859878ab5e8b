#pragma once

/// A socket that is readable whenever an interface or an address came or went (netlink); it never blocks. To be closed by who
/// asked. -1 when the kernel has none, with the reason in `errno`.
int cm_watch_addresses(void);
