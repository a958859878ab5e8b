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

    /// ``dial(_:_:)``. `prepared` is given the call before anything has happened to it: a listener that begins there is
    /// told of every state. If the call cannot be placed it has no events but its present state, and `then` says why.
    package func dial(
        _ destination: String, _ options: DialOptions, prepared: (Call) -> Void,
        then: @escaping @Sendable (ClientError?) -> Void
    ) throws(ClientError) {
        let (call, setup) = try self.prepared(destination, options)
        prepared(call)
        queue.dial(call, setup, then: then)
    }
}
