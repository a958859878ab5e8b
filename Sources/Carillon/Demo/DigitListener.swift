import CarillonRTC
import Synchronization

/// Gathers the digits the other side of a call presses.
final class DigitListener: Sendable {
    private let heard = Mutex("")

    init(_ call: Call) {
        let events = call.events
        Task { [weak self] in
            for await event in events {
                guard case .digitReceived(let digit) = event else { continue }
                self?.heard.withLock { $0.append(digit) }
            }
        }
    }

    var digits: String { heard.withLock { $0 } }
}
