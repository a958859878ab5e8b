internal import Broadcast
internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import WireJSON

/// Tells everybody concerned of every change of a call: the one place from which calls are broadcast.
///
/// A change that must be stored first is told once it is, and everything after it waits, so that nobody hears of an
/// answer that an exchange that was restarted would not know. Lives on the exchange's event loop.
final class CallFeed {
    /// What the event is called on the wire.
    static let eventName = "call_state_changed"

    private struct Told {
        /// Of the last record it stands behind; 0: of none.
        var barrier: UInt64
        var publication: Publication
    }

    private let application: BroadcastApplication
    private let clock: WallClock
    private var waiting: [Told] = []

    init(application: BroadcastApplication, clock: WallClock) {
        self.application = application
        self.clock = clock
    }

    /// - Parameters:
    ///   - number: the record's, as the journal counts.
    ///   - status: the call as it is now.
    func note(_ record: JournalRecord, number: UInt64, status: CallStatus?) {
        guard let status else { return }
        let timestamp = clock.microseconds(at: record.time) / 1_000_000
        let barrier = record.isBarrier ? number : waiting.last?.barrier ?? 0
        for change in CallStateChange.changes(by: record, in: status) {
            let publication = change.publication(at: timestamp)
            if barrier > 0 {
                waiting.append(Told(barrier: barrier, publication: publication))
            } else {
                application.handle(.publish(publication))
            }
        }
    }

    /// The journal has stored all records up to a number.
    func committed(upTo number: UInt64) {
        let free = waiting.prefix { $0.barrier <= number }.count
        guard free > 0 else { return }
        let told = waiting[..<free]
        waiting.removeFirst(free)
        for one in told { application.handle(.publish(one.publication)) }
    }
}
