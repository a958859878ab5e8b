import Glibc
package import NIOCore

/// How soon TCP repeats the lost packets of a signaling connection.
///
/// Few packets of signaling are under way at a time, so a lost one is noticed by its timeout alone. Linux doubles that
/// timeout with each repetition. It also keeps the round trip of a connection for the next one to the same address
/// (see the manual of ip-tcp_metrics): after a bad network, whose round trips include repetitions, the first timeout is three seconds.
/// A call that looks for another path cannot wait so long.
package enum Retransmission {
    /// The longest timeout, in milliseconds; the kernel accepts no shorter one.
    private static let timeoutMax: CInt = 1_000
    /// The number of TCP_RTO_MAX_MS, which Linux has since 6.15 and the headers of older systems lack.
    private static let maxOption: CInt = 44

    /// Asks the kernel for timeouts that do not double, and are a second at most. A kernel without one of the options
    /// goes on as before.
    ///
    /// The former has no effect under BBR congestion control, for which no stream counts as one of few packets.
    ///
    /// Isolation: the channel's event loop.
    package static func hasten(on channel: any Channel) {
        for (option, value) in [(TCP_THIN_LINEAR_TIMEOUTS, 1), (maxOption, timeoutMax)] {
            try? channel.syncOptions?.setOption(.tcpOption(.init(rawValue: option)), value: .init(value))
        }
    }
}
