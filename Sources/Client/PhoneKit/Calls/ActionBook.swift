import CallKit
import PhoneCore

/// The actions the system waits for. Each leaves the book with its completion, so that none is completed twice.
@MainActor
struct ActionBook {
    private var actions: [SystemActionID: CXAction] = [:]

    /// Enters an action.
    mutating func add(_ action: CXAction) -> SystemActionID {
        let id = SystemActionID(action.uuid.value)
        actions[id] = action
        return id
    }

    /// Takes an action out, if it is still waited for.
    mutating func take(_ id: SystemActionID) -> CXAction? {
        actions.removeValue(forKey: id)
    }

    /// Forgets all: the system no longer waits for any. Source: apple-contract C24.
    mutating func clear() {
        actions.removeAll()
    }
}
