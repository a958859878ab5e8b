internal import Synchronization

/// Limits how many recordings are played at once, because each takes a connection to the carrier, and remembers which
/// users began one lately.
///
/// Isolation: any thread.
final class PlaybackSlots: Sendable {
    /// Enough for a small office in which all listen at once.
    static let countMax = 16
    /// A player requests a recording in parts; requests within this time are one hearing. Microseconds.
    static let hearingTime: Int64 = 900_000_000
    /// How many hearings are remembered. Beyond that, one of the older half may be counted twice.
    static let hearingsMax = 1_024

    /// The right to play a recording, until it is released.
    final class Seat: Sendable {
        private let seats: PlaybackSlots

        fileprivate init(_ seats: PlaybackSlots) {
            self.seats = seats
        }

        deinit { seats.state.withLock { $0.taken -= 1 } }
    }

    private struct State {
        var taken = 0
        /// The beginning of each hearing, in microseconds since 1970.
        var hearings: [String: Int64] = [:]

        /// Makes room: forgets the hearings that are over, or else the older half.
        mutating func forget(at now: Int64) {
            hearings = hearings.filter { now - $0.value < PlaybackSlots.hearingTime }
            guard hearings.count >= PlaybackSlots.hearingsMax else { return }
            for hearing in hearings.sorted(by: { $0.value < $1.value }).prefix(PlaybackSlots.hearingsMax / 2) {
                hearings[hearing.key] = nil
            }
        }
    }

    private let state = Mutex(State())

    /// - Returns: nil when there is no free place.
    func take() -> Seat? {
        let isFree = state.withLock { state in
            guard state.taken < Self.countMax else { return false }
            state.taken += 1
            return true
        }
        return isFree ? Seat(self) : nil
    }

    /// Notes that a user plays a recording.
    ///
    /// - Parameter now: microseconds since 1970.
    /// - Returns: whether this is a new hearing, and not part of the last one.
    func begins(_ recording: String, by listener: String, at now: Int64) -> Bool {
        state.withLock { state in
            let hearing = "\(recording) \(listener)"
            if let begun = state.hearings[hearing], now - begun < Self.hearingTime { return false }
            if state.hearings.count >= Self.hearingsMax { state.forget(at: now) }
            state.hearings[hearing] = now
            return true
        }
    }
}
