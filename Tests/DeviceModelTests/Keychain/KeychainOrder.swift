import DeviceModel
import Explorer

/// A phone that is locked, unlocked and restarted at every moment while an app renews a stored credential.
struct KeychainOrder: Model {
    /// How the app renews.
    enum Manner {
        /// Update; add only a missing item.
        case update
        /// Delete, then add.
        case deleteThenAdd
    }

    enum Action: Hashable, Sendable {
        case lock, unlock, restart, beginRenewal, goOn, die
    }

    struct State: Hashable, Sendable {
        var book: KeychainState
        var lock = LockState.unlocked
        /// Whether the app is between deleting and adding.
        var hasDeleted = false
        var wasRenewedLocked = false
    }

    var manner: Manner
    var accessibility: KeychainAccessibility
    private let query = KeychainQuery(service: "sip", account: "a")

    init(_ manner: Manner, _ accessibility: KeychainAccessibility) {
        self.manner = manner
        self.accessibility = accessibility
    }

    static let isKept = "the credential is kept whenever the app is not renewing it"
    static let isRenewedLocked = "it is renewed on a locked phone"

    var initialStates: [State] {
        var book = KeychainState(policy: StoragePolicy())
        _ = book.add(item(value: 0), lock: .unlocked)
        return [State(book: book)]
    }

    var properties: [Property<State>] {
        [
            Property(.always, KeychainOrder.isKept) { !$0.book.items.isEmpty || $0.hasDeleted },
            Property(.sometimes, KeychainOrder.isRenewedLocked) { $0.wasRenewedLocked },
        ]
    }

    func actions(in state: State) -> [Action] {
        [.lock, .unlock, .restart, .beginRenewal, .goOn, .die]
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .lock: if state.lock == .unlocked { next.lock = .locked }
        case .unlock: next.lock = .unlocked
        case .restart:
            next.lock = .beforeFirstUnlock
            next.hasDeleted = false
        case .die: next.hasDeleted = false
        case .beginRenewal:
            guard !state.hasDeleted else { return nil }
            renew(&next)
        case .goOn:
            guard state.hasDeleted else { return nil }
            _ = next.book.add(item(value: 1), lock: state.lock)
            next.hasDeleted = false
        }
        return next == state ? nil : next
    }

    private func renew(_ state: inout State) {
        switch manner {
        case .deleteThenAdd:
            _ = state.book.delete(query)
            state.hasDeleted = true
        case .update:
            let status = state.book.update(query, KeychainChange(value: [1]), lock: state.lock)
            if status == .success, state.lock == .locked { state.wasRenewedLocked = true }
            if status == .itemNotFound { _ = state.book.add(item(value: 1), lock: state.lock) }
        }
    }

    private func item(value: UInt8) -> KeychainItem {
        KeychainItem(service: "sip", account: "a", accessibility: accessibility, value: [value])
    }
}
