internal import Accounts
internal import WireJSON

/// Apple's keys at hand, fetched as `AppleKeyBook` decides; whoever waits for the same fetch shares it.
actor AppleKeys {
    private let client: AppleClient
    private let now: @Sendable () -> Int64
    private var book = AppleKeyBook()
    private var keys: [JSONObject] = []
    private var fetch: Task<[JSONObject]?, Never>?

    /// - Parameter now: microseconds since 1970.
    init(client: AppleClient, now: @escaping @Sendable () -> Int64) {
        self.client = client
        self.now = now
    }

    /// A key by its name.
    func key(_ id: String) async throws(AppleError) -> JSONObject {
        switch book.decide(on: id, at: now()) {
        case .use: break
        case .refuse: if fetch == nil { throw .token(.unknownKey) } else { await join() }
        case .fetch: await join()
        }
        guard let key = keys.first(where: { $0["kid"]?.string == id }) else {
            throw keys.isEmpty ? .unreachable : .token(.unknownKey)
        }
        return key
    }

    private func join() async {
        if let fetch { return _ = await fetch.value }
        book.tried(at: now())
        let task = Task { [client] in try? await client.signingKeys() }
        fetch = task
        let fetched = await task.value
        fetch = nil
        guard let fetched else { return }
        keys = fetched
        book.fetched(fetched.compactMap { $0["kid"]?.string }, at: now())
    }
}
