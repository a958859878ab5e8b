public import PhoneCore

/// Holds granted secrets until the phone orders them written, and carries out the phone's keychain orders one after the
/// other, off the main thread.
@MainActor
public final class CredentialQueue: CredentialPort {
    /// Receives the results of orders. Set by the shell.
    public weak var sink: (any PhoneEventSink)?
    /// The keychain's items.
    public let store: CredentialStore
    private var granted: [CredentialKey: PhoneCredentials] = [:]
    private var last: Task<Void, Never>?

    /// Makes a queue in front of a store. It touches no keychain yet.
    public init(_ store: CredentialStore) {
        self.store = store
    }

    /// Takes credentials that the phone asked the exchange for.
    public func grant(_ credentials: PhoneCredentials, as key: CredentialKey) {
        granted[key] = credentials
        sink?.send(.organizations(.granted(key)))
    }

    /// Takes credentials that the phone did not ask for by organization: the device was registered, or its credentials
    /// were renewed.
    public func provision(_ credentials: PhoneCredentials, as key: CredentialKey) {
        granted[key] = credentials
        sink?.send(.organizations(.provisioned(key)))
    }

    public func write(_ key: CredentialKey) {
        guard let credentials = granted.removeValue(forKey: key) else {
            sink?.send(.organizations(.written(key, false)))
            return
        }
        perform { store throws(CredentialError) in
            try await store.write(credentials, for: key)
        } then: { queue, isDone in
            queue.sink?.send(.organizations(.written(key, isDone)))
        }
    }

    public func prune(_ registration: RegistrationID, keeping kept: CredentialKey?) {
        perform { store throws(CredentialError) in
            try await store.prune(registration, keeping: kept)
        } then: { queue, isDone in
            if isDone { queue.sink?.send(.organizations(.pruned(registration))) }
        }
    }

    public func purge() {
        granted.removeAll()
        perform { store throws(CredentialError) in
            try await store.clearAll()
            // on purpose: an item that could not be erased is in no record, and nothing reads it
        } then: { _, _ in
        }
    }

    private func perform(
        _ work: @escaping @Sendable (CredentialStore) async throws(CredentialError) -> Void,
        then finish: @escaping @MainActor (CredentialQueue, Bool) -> Void
    ) {
        last = Task { [weak self, store, last] in
            await last?.value
            var isDone = true
            do throws(CredentialError) { try await work(store) } catch { isDone = false }
            if let self { finish(self, isDone) }
        }
    }
}

/// The credentials of every registration.
@MainActor
public protocol CredentialPort: PhoneEventSource {
    /// Writes the secret that was granted under this key. Answer: `written` of `PhoneEvent.organizations(_:)`.
    func write(_ key: CredentialKey)

    /// Erases every item of a registration but one. Answer: `pruned` on success, no answer on failure.
    func prune(_ registration: RegistrationID, keeping kept: CredentialKey?)

    /// Erases every item of this app.
    func purge()
}
