import Dispatch
import ExchangeServer
import ExchangeStorage
import Synchronization

/// Checks and hashes of passwords that do not go on before a test lets them, and are counted.
final class HeldPasswords: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let count = Mutex(0)
    private let changes = ChangeSignal()

    /// How many were begun.
    var begun: Int { count.withLock { $0 } }

    var work: PasswordVerifier.Work {
        .held { [self] in
            count.withLock { $0 += 1 }
            changes.signal()
            gate.wait()
            gate.signal()
        }
    }

    /// Returns when so many were begun, or the test's time is over.
    func reach(_ count: Int) async {
        while !Task.isCancelled {
            let seen = changes.count
            if begun >= count { return }
            await changes.wait(after: seen)
        }
    }

    /// Lets those that wait and all others go on.
    func open() { gate.signal() }
}
