import CNativeMedia

/// Looks host names up on a loop without blocking it.
enum HostLookup {
    private final class Answer: Sendable {
        let take: @Sendable (String?) -> Void
        init(_ take: @escaping @Sendable (String?) -> Void) { self.take = take }
    }

    /// Call it on the loop's thread; `answer` comes there too, once, at once for a numeric address.
    static func find(_ host: String, on loop: EventLoop, answer: @escaping @Sendable (String?) -> Void) {
        if LocalAddresses.isNumeric(host) { return answer(host) }
        let context = Unmanaged.passRetained(Answer(answer)).toOpaque()
        cm_loop_resolve(
            loop.handle, host,
            { context, address in
                guard let context else { return }
                let answer = Unmanaged<Answer>.fromOpaque(context).takeRetainedValue()
                answer.take(address.map { String(cString: $0) })
            }, context)
    }
}
