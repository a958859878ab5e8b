internal import CallModel
internal import ExchangeCore
internal import Synchronization

/// A cache of the calls between users that this process began and that have not ended, so that their rows need not be
/// searched when they are answered and when they end. Calls of earlier processes are not in it.
///
/// A transaction may fail after its rows were noted. It is tried again, and a call that was removed too early is then
/// found in the journal. Isolation: any thread.
final class LiveCallCache: Sendable {
    /// The rows of a call, as far as they matter later.
    struct LiveCall: Sendable {
        fileprivate let caller: String?
        fileprivate let callee: String?
        fileprivate var hasRung = false
        fileprivate var attendantLeg: String?

        /// The parties of the call after its end.
        func parties(after ending: Ending) -> CallParties {
            CallParties(caller: caller, rung: hasRung || !CallParties.isSilent(ending.reason) ? callee : nil)
        }
    }

    private let calls = Mutex<[String: LiveCall]>([:])

    /// Notes a row that is new in the journal.
    func note(_ change: JournalChange, _ row: JournalRow) {
        switch change {
        case .created:
            calls.withLock { $0[row.session] = LiveCall(caller: row.user, callee: row.callee) }
        case .legRang:
            calls.withLock { $0[row.session]?.hasRung = true }
        case .legPlanned:
            guard AwaitedMessages.isAttendant(row) else { return }
            calls.withLock { $0[row.session]?.attendantLeg = row.leg }
        case .claimed, .legHeld, .legResumed, .legDetached, .legAttached, .legOver, .handedOver, .transferred, .merged,
            .ended:
            break
        }
    }

    /// Whether a leg of a call may be the attendant's: false if it is known to be of another device.
    func mayBeAttendant(_ leg: String?, of session: String) -> Bool {
        calls.withLock { calls in
            guard let call = calls[session] else { return true }
            return call.attendantLeg == leg
        }
    }

    /// Removes a call that ends; nil if it is not cached.
    func remove(_ session: String) -> LiveCall? { calls.withLock { $0.removeValue(forKey: session) } }
}

/// The users of an ended call that count for how long it is kept: its caller, and the user whom it rang.
struct CallParties {
    /// nil if no row says so.
    let caller: String?
    /// nil if it rang no device.
    let rung: String?

    /// A phone that was woken and never came rang as well, so a call without a ringing leg rang no phone only if it
    /// ended for one of these reasons.
    private static let silentReasons: [EndReason] = [.unreachable, .busy, .incompatible]

    static func isSilent(_ reason: EndReason) -> Bool { silentReasons.contains(reason) }

    /// The same reasons as a list of SQL.
    static let silentEnds = silentReasons.map { "'\($0.rawValue)'" }.joined(separator: ", ")
}
