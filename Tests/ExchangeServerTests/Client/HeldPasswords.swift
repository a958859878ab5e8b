import Dispatch
import ExchangeServer
import Synchronization

/// Checks and hashes of passwords that do not go on before a test lets them, and are counted.
final class HeldPasswords: Sendable {
    private let gate = DispatchSemaphore(value: 0)
    private let count = Mutex(0)

    /// How many were begun.
    var begun: Int { count.withLock { $0 } }

    var work: PasswordVerifier.Work {
        .held { [self] in
            count.withLock { $0 += 1 }
            gate.wait()
            gate.signal()
        }
    }

    /// Lets those that wait and all others go on.
    func open() { gate.signal() }
}
