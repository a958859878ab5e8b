/// Asking without waiting, for who has to carry out orders in turn. What is asked first is done first; `then` is told
/// once, on any thread, nil when it is done.
extension CarillonClient {
    /// ``connect()``.
    package func connect(then: @escaping @Sendable (ClientError?) -> Void) {
        queue.ask({ .connect($0) }, then: then)
    }

    /// ``disconnect()``.
    package func disconnect(then: @escaping @Sendable () -> Void) {
        queue.ask({ .disconnect($0) }, then: { _ in then() })
    }

    /// ``dial(_:_:)``. The call is there at once; if it could not be placed it has no events.
    package func dial(
        _ destination: String, _ options: DialOptions, then: @escaping @Sendable (ClientError?) -> Void
    ) throws(ClientError) -> Call {
        let (call, setup) = try prepared(destination, options)
        queue.dial(call, setup, then: then)
        return call
    }
}
