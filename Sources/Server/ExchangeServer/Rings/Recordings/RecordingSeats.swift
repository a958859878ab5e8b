internal import Synchronization

/// Who hears recordings just now: how many at once, as each takes a connection to the carrier; and who has begun to lately.
///
/// Isolation: any thread.
final class RecordingSeats: Sendable {
    /// A small office that listens all at once.
    static let countMax = 16
    /// A player asks for a recording in parts: within this, they are one hearing. Microseconds.
    static let hearingTime: Int64 = 900_000_000
    /// Hearings that are remembered. Of more, one may be told twice.
    static let hearingsMax = 1_024

    /// One of them, until nobody has it any more.
    final class Seat: Sendable {
        private let seats: RecordingSeats

        fileprivate init(_ seats: RecordingSeats) {
            self.seats = seats
        }

        deinit { seats.state.withLock { $0.taken -= 1 } }
    }

    private struct State {
        var taken = 0
        /// When each hearing began.
        var hearings: [String: Int64] = [:]
    }

    private let state = Mutex(State())

    /// - Returns: nil when all are taken.
    func take() -> Seat? {
        let isFree = state.withLock { state in
            guard state.taken < Self.countMax else { return false }
            state.taken += 1
            return true
        }
        return isFree ? Seat(self) : nil
    }

    /// Somebody hears a recording.
    ///
    /// - Parameter now: microseconds since 1970.
    /// - Returns: whether it is a hearing of its own, not more of the last one.
    func begins(_ recording: String, by listener: String, at now: Int64) -> Bool {
        state.withLock { state in
            let hearing = "\(recording) \(listener)"
            if let begun = state.hearings[hearing], now - begun < Self.hearingTime { return false }
            if state.hearings.count >= Self.hearingsMax { state.hearings = [:] }
            state.hearings[hearing] = now
            return true
        }
    }
}
