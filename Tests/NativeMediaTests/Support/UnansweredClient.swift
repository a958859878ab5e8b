import CNativeMedia

/// A DTLS client whose hello goes nowhere, so that it says it again and again.
///
/// `@unchecked`: what changes is touched on the loop's thread only.
final class UnansweredClient: @unchecked Sendable {
    /// Of each flight, how long it waits for an answer.
    let waits: AsyncStream<Duration>
    private let told: AsyncStream<Duration>.Continuation
    private let loop: OpaquePointer
    private let identity: OpaquePointer
    private var association: OpaquePointer?

    /// Nil where the system has no thread or no key.
    init?() {
        guard let loop = cm_loop_create(), let identity = cm_identity_create() else { return nil }
        (waits, told) = AsyncStream.makeStream()
        self.loop = loop
        self.identity = identity
        onLoop { $0.begin() }
    }

    /// Says no more.
    func close() {
        onLoop { client in
            if let association = client.association { cm_dtls_close(association) }
            client.association = nil
            cm_identity_free(client.identity)
            cm_loop_stop(client.loop)
            client.told.finish()
        }
    }

    private func begin() {
        let callbacks = cm_dtls_callbacks(
            context: Unmanaged.passUnretained(self).toOpaque(),
            send: { context, _, _ in UnansweredClient.at(context)?.sent() },
            done: { _, _, _, _, _ in }, ended: { _, _ in })
        association = cm_dtls_create(loop, identity, true, callbacks)
        if let association { cm_dtls_start(association) }
    }

    private func sent() {
        guard let association else { return }
        told.yield(.microseconds(Int64(cm_dtls_wait(association))))
    }

    private final class Work: Sendable {
        let client: UnansweredClient
        let run: @Sendable (UnansweredClient) -> Void

        init(_ client: UnansweredClient, _ run: @escaping @Sendable (UnansweredClient) -> Void) {
            self.client = client
            self.run = run
        }
    }

    private func onLoop(_ run: @escaping @Sendable (UnansweredClient) -> Void) {
        cm_loop_post(
            loop,
            { context in
                guard let context else { return }
                let work = Unmanaged<Work>.fromOpaque(context).takeRetainedValue()
                work.run(work.client)
            }, Unmanaged.passRetained(Work(self, run)).toOpaque())
    }

    private static func at(_ context: UnsafeMutableRawPointer?) -> UnansweredClient? {
        context.map { Unmanaged<UnansweredClient>.fromOpaque($0).takeUnretainedValue() }
    }
}
