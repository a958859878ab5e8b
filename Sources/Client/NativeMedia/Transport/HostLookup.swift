import CNativeMedia

/// Looks host names up on a loop without blocking it.
enum HostLookup {
    private final class Answer: Sendable {
        let take: @Sendable ([String]) -> Void
        init(_ take: @escaping @Sendable ([String]) -> Void) { self.take = take }
    }

    /// The first address of each family, as a network may carry either: that of IPv4 first.
    ///
    /// Call it on the loop's thread; `answer` comes there too, once, at once for a numeric address.
    static func find(_ host: String, on loop: EventLoop, answer: @escaping @Sendable ([String]) -> Void) {
        if LocalAddresses.isNumeric(host) { return answer([host]) }
        let context = Unmanaged.passRetained(Answer(answer)).toOpaque()
        cm_loop_resolve(
            loop.handle, host,
            { context, ipv4, ipv6 in
                guard let context else { return }
                let answer = Unmanaged<Answer>.fromOpaque(context).takeRetainedValue()
                answer.take([ipv4, ipv6].compactMap { $0.map { String(cString: $0) } })
            }, context)
    }
}
