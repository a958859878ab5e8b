internal import Synchronization

/// Limits how many recordings are played at once, because each takes a connection to the carrier, and remembers which
/// users began one lately.
///
/// Isolation: any thread.
final class PlaybackSlots: Sendable {
    /// Enough for a small office in which all listen at once.
    static let countMax = 16
    /// A player requests a recording in parts; requests within this time are one playback. Microseconds.
    static let playbackTime: Int64 = 900_000_000
    /// How many playbacks are remembered. Beyond that, one of the older half may be counted twice.
    static let playbacksMax = 1_024

    /// The right to play a recording, until it is released.
    final class Slot: Sendable {
        private let slots: PlaybackSlots

        fileprivate init(_ slots: PlaybackSlots) {
            self.slots = slots
        }

        deinit { slots.state.withLock { $0.count -= 1 } }
    }

    private struct State {
        var count = 0
        /// The beginning of each playback, in microseconds since 1970.
        var playbacks: [String: Int64] = [:]

        /// Makes room: forgets the playbacks that are over, or else the older half.
        mutating func forget(at now: Int64) {
            playbacks = playbacks.filter { now - $0.value < PlaybackSlots.playbackTime }
            guard playbacks.count >= PlaybackSlots.playbacksMax else { return }
            for playback in playbacks.sorted(by: { $0.value < $1.value }).prefix(PlaybackSlots.playbacksMax / 2) {
                playbacks[playback.key] = nil
            }
        }
    }

    private let state = Mutex(State())

    /// - Returns: nil when there is no free place.
    func acquire() -> Slot? {
        let isFree = state.withLock { state in
            guard state.count < Self.countMax else { return false }
            state.count += 1
            return true
        }
        return isFree ? Slot(self) : nil
    }

    /// Notes that a user plays a recording.
    ///
    /// - Parameter now: microseconds since 1970.
    /// - Returns: whether this is a new playback, and not part of the last one.
    func begins(_ recording: String, by listener: String, at now: Int64) -> Bool {
        state.withLock { state in
            let playback = "\(recording) \(listener)"
            if let begun = state.playbacks[playback], now - begun < Self.playbackTime { return false }
            if state.playbacks.count >= Self.playbacksMax { state.forget(at: now) }
            state.playbacks[playback] = now
            return true
        }
    }
}
