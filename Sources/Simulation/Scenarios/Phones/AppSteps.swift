internal import Synchronization

/// The steps an app takes, counted at its doors to the outside: the beginning of each turn, each timer, each order to
/// the exchange, each call into a framework, the moments before and after its record is written.
///
/// A test ends the process at one of them, and asks what the next process makes of it.
package final class AppSteps: Sendable {
    private struct State {
        var count = 0
        var target: Int?
        var action: @Sendable () -> Void = {}
    }

    private let state = Mutex(State())

    package init() {}

    /// How many there were since counting began.
    package var count: Int { state.withLock { $0.count } }

    /// Counts anew, and does something in the middle of one of the steps to come.
    package func begin(doing action: @escaping @Sendable () -> Void = {}, at target: Int? = nil) {
        state.withLock { $0 = State(count: 0, target: target, action: action) }
    }

    func take() {
        let action = state.withLock { state -> (@Sendable () -> Void)? in
            state.count += 1
            return state.count == state.target ? state.action : nil
        }
        action?()
    }
}
