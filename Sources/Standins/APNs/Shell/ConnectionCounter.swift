internal import Synchronization

/// Numbers connections from 1.
final class ConnectionCounter: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.wrappingAdd(1, ordering: .relaxed).newValue }
}
