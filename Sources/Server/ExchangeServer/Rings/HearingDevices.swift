internal import CallModel
internal import Synchronization

/// Devices that listen to their own channel just now: news of a call reach them there, and no push is needed for them.
///
/// Isolation: any thread, without waiting.
final class HearingDevices: Sendable {
    private struct State {
        var hearing: Set<DeviceID> = []
        /// All that ever were, since the start.
        var known: Set<DeviceID> = []
        /// Of whom nobody was told yet.
        var changed: Set<DeviceID> = []
    }

    private let state = Mutex(State())
    private let (signals, signal) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))

    var all: Set<DeviceID> { state.withLock { $0.hearing } }

    func contains(_ device: DeviceID) -> Bool { state.withLock { $0.hearing.contains(device) } }

    /// Whether it listens or did so before, and may be away for a moment only.
    func isKnown(_ device: DeviceID) -> Bool { state.withLock { $0.known.contains(device) } }

    func set(_ device: DeviceID, hears: Bool) {
        state.withLock { state in
            if hears { state.hearing.insert(device) } else { state.hearing.remove(device) }
            if hears { state.known.insert(device) }
            state.changed.insert(device)
        }
        signal.yield()
    }

    /// Tells of every change, as it is then, until its task is cancelled.
    func follow(_ tell: (DeviceID, _ hears: Bool) async -> Void) async {
        for await _ in signals {
            let changed = state.withLock { state in
                defer { state.changed = [] }
                return state.changed.map { ($0, state.hearing.contains($0)) }
            }
            for (device, hears) in changed { await tell(device, hears) }
        }
    }
}
