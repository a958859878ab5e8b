public import CallModel

/// The end of a call, whole: what became of it here, and what the exchange said of it.
public struct CallEnd: Hashable, Sendable {
    public var call: CallUUID
    public var direction: CallDirection
    /// How far it was when it ended.
    public var phase: CallPhase
    public var reason: EndReason
    /// How it counts.
    public var disposition: CallDisposition
    /// What the exchange said: cause, SIP status and its phrase, which is foreign text of at most 128 Unicode scalars.
    /// `nil` where the phone ended the call itself or found out by itself that it is over: nothing is made up then.
    public var told: Ending?
    /// Which other device of the person's took it, where the exchange said so.
    public var takenBy: RingDevice?
    /// Why the exchange did not place a call, where that is known. ``OutboundRefusal/emergency`` too where an emergency
    /// number was not reached for another reason: the app is to open the telephone.
    public var refusal: OutboundRefusal?

    /// A call that ended so.
    ///
    /// - Parameter disposition: what follows from the rest if it is not given.
    public init(
        _ call: CallUUID, _ direction: CallDirection, at phase: CallPhase, _ reason: EndReason,
        _ disposition: CallDisposition? = nil, told: Ending? = nil
    ) {
        self.call = call
        self.direction = direction
        self.phase = phase
        self.reason = reason
        self.disposition = disposition ?? CallDisposition(reason, direction, isAnswered: phase.isAnswered)
        self.told = told
    }

    /// Whether the one called took it: the person here, or the other side. That media came to flow is not said by it.
    public var isAnswered: Bool { phase.isAnswered }
}

extension CallEnd {
    /// How a call leaves; `nil` for one that was never shown.
    init?(_ call: PhoneCall, _ exit: CallExit) {
        guard let phase = call.snapshot?.phase else { return nil }
        self.init(
            call.id, call.direction, at: phase, exit.outcome,
            CallDisposition(exit.outcome, call.direction, isAnswered: phase.isAnswered, wasRung: exit.isMissed),
            told: exit.told)
        takenBy = exit.takenBy
        refusal = exit.told.flatMap(OutboundRefusal.init)
        if direction == .outbound, !isAnswered, reason != .cancelled, Self.calledForHelp(call, exit) {
            refusal = .emergency
        }
    }

    /// Whether a call that did not come about was one for help, as far as is known. A carrier passes no reason of the
    /// exchange's on, and is dialled for an extension's digits only where the exchange leads these to help. Where the exchange
    /// said nothing, it was not reached, and nothing rang there.
    private static func calledForHelp(_ call: PhoneCall, _ exit: CallExit) -> Bool {
        guard let destination = call.dialled?.destination else { return false }
        if destination.callsForHelp { return true }
        if call.currentProvider == .carrier { return destination.extensionDigits != nil }
        return exit.told == nil && destination.mayCallForHelp
    }
}

extension CallPhase {
    fileprivate var isAnswered: Bool {
        switch self {
        case .answering, .connected, .reconnecting: true
        case .ringing, .dialing, .connecting: false
        }
    }
}

/// How a call that is over counts for the person, as the records of a telephone exchange class it.
///
/// A call that came in was missed if it rang and was not taken, and counts as busy if there was no room for it. Of a
/// call that was placed it says what the other side did.
public enum CallDisposition: String, CaseIterable, Hashable, Sendable, Codable {
    /// It stood and a side hung up.
    case completed
    /// It stood and its connection was lost for good.
    case dropped
    /// It came in, and no device of the person's took it or turned it down.
    case missed
    /// The one called was in another call: the person here, or the other side.
    case busy
    /// It was turned down: by the person at this device, or by the other side.
    case declined
    /// Another device of the person's turned it down.
    case declinedElsewhere
    /// Another device of the person's took it.
    case answeredElsewhere
    /// The caller gave up: the person, or the other side when the person had just taken the call.
    case cancelled
    /// It was placed, and rang for as long as it may.
    case noAnswer
    /// It was placed, and no device of the other side could be rung.
    case unreachable
    /// Something broke before it stood.
    case failed

    /// - Parameters:
    ///   - isAnswered: whether the one called took it; see ``CallEnd/isAnswered``.
    ///   - wasRung: whether this device rang for it, or would have had there been room.
    public init(_ reason: EndReason, _ direction: CallDirection, isAnswered: Bool, wasRung: Bool = true) {
        let isUntaken = direction == .inbound && !isAnswered && wasRung
        self =
            switch reason {
            case .completed: .completed
            case .dropped: .dropped
            case .answeredElsewhere: .answeredElsewhere
            case .declined: .declined
            case .declinedElsewhere: .declinedElsewhere
            case .busy: isUntaken || direction == .outbound ? .busy : .failed
            case .cancelled: isUntaken ? .missed : .cancelled
            case .noAnswer: isUntaken ? .missed : .noAnswer
            case .unreachable: isUntaken ? .missed : .unreachable
            case .incompatible, .failed: isUntaken ? .missed : .failed
            }
    }

    /// Whether a call came in and was not taken: of no other end is the person told afterwards.
    public func isUntaken(_ direction: CallDirection) -> Bool {
        self == .missed || self == .busy && direction == .inbound
    }
}
