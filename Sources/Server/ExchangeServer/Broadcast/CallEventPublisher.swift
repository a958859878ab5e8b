internal import Broadcast
internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import NIOCore

/// Publishes every change of a call to the parties concerned.
///
///     a call between users:  JournalRecord ─► CallStateChange ──┐
///     a call to a number:    RingStatus ────► CallStateChange ──┼─► Publication ─► the exchange's own application
///                            DeviceNotice ──► DeviceRingChange ─┘
///
/// A record that must be stored first is published once it is stored, and later records wait for it, so that no
/// listener learns of an answer that a restarted exchange would not know. A ring session's changes are stored before
/// they come here, so they wait for nothing. Isolation: the exchange's event loop.
final class CallEventPublisher {
    private struct WaitingPublication {
        /// The number of the record that it waits for; 0: none.
        var barrier: UInt64
        var publication: Publication
    }

    private let application: BroadcastApplication
    private let clock: WallClock
    private var waiting: [WaitingPublication] = []

    init(application: BroadcastApplication, clock: WallClock) {
        self.application = application
        self.clock = clock
    }

    /// - Parameters:
    ///   - number: the record's number in the journal.
    ///   - status: the current state of the call.
    func note(_ record: JournalRecord, number: UInt64, status: CallStatus?) {
        guard let status else { return }
        let timestamp = clock.microseconds(at: record.time) / 1_000_000
        let barrier = record.isBarrier ? number : waiting.last?.barrier ?? 0
        for change in CallStateChange.changes(by: record, in: status) {
            let publication = change.publication(at: timestamp)
            if barrier > 0 {
                waiting.append(WaitingPublication(barrier: barrier, publication: publication))
            } else {
                publish(publication)
            }
        }
    }

    /// Publishes the changes up to a number, as the journal has stored all records up to it.
    func committed(upTo number: UInt64) {
        let free = waiting.prefix { $0.barrier <= number }.count
        guard free > 0 else { return }
        let ready = waiting[..<free]
        waiting.removeFirst(free)
        for one in ready { publish(one.publication) }
    }

    /// Publishes a change that is stored.
    func publish(_ publication: Publication) { application.handle(.publish(publication)) }
}

/// The publisher for callers on other threads. The event loop keeps the order of each of them.
struct CallEventSender: Sendable {
    let eventLoop: any EventLoop
    /// nil when calls are not published.
    let publisher: NIOLoopBound<CallEventPublisher>?

    /// Publishes changes that are stored.
    func send(_ publications: [Publication]) {
        guard let publisher, !publications.isEmpty else { return }
        eventLoop.execute { for publication in publications { publisher.value.publish(publication) } }
    }
}
