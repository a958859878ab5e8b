public import CallModel

/// The end of a call: its outcome here and the exchange's account of it.
public struct CallEnd: Hashable, Sendable {
    /// The call that ended.
    public var call: CallUUID
    /// Whether the person was called or had placed the call.
    public var direction: CallDirection
    /// The phase in which the call ended.
    public var phase: CallPhase
    /// Why the call ended, as far as this phone knows.
    public var reason: EndReason
    /// The class of the call for the person's records.
    public var disposition: CallDisposition
    /// The exchange's account: cause, SIP status and phrase, which is foreign text of at most 128 Unicode scalars.
    /// `nil` if the phone ended the call itself or detected the end itself; it invents no account then.
    public var reported: Ending?
    /// The other device of the person that answered, if the exchange said so.
    public var answeredBy: RingDevice?
    /// Why the exchange did not place the call, if known. It is `OutboundRefusal.emergency` also if an emergency call
    /// failed for another reason: the app must then open the telephone app.
    public var refusal: OutboundRefusal?

    /// Creates the end of a call. Without a disposition, it is derived from the other values.
    public init(
        _ call: CallUUID, _ direction: CallDirection, at phase: CallPhase, _ reason: EndReason,
        _ disposition: CallDisposition? = nil, reported: Ending? = nil
    ) {
        self.call = call
        self.direction = direction
        self.phase = phase
        self.reason = reason
        self.disposition = disposition ?? CallDisposition(reason, direction, at: phase)
        self.reported = reported
    }

    /// Whether the called party answered: the person here, or the other side. Media may not have started.
    public var isAnswered: Bool { phase.isAnswered }
}

extension CallEnd {
    /// Creates the end from the way a call leaves; `nil` for a call that was never shown.
    init?(_ call: PhoneCall, _ exit: CallExit) {
        guard let phase = call.snapshot?.phase else { return nil }
        self.init(
            call.id, call.direction, at: phase, exit.outcome,
            CallDisposition(
                exit.outcome, call.direction, at: phase, wasRung: exit.isMissed, isLost: call.marks.isLost),
            reported: exit.reported)
        answeredBy = exit.answeredBy
        refusal = exit.reported.flatMap(OutboundRefusal.init)
        if direction == .outbound, !isAnswered, reason != .cancelled, Self.calledForHelp(call, exit) {
            refusal = .emergency
        }
    }

    /// Whether a failed call was an emergency call, as far as known. A carrier does not pass on the exchange's reason,
    /// and an extension's digits are dialed over it only if the exchange routes them to emergency services. If the
    /// exchange gave no account, the call did not reach it and rang nowhere.
    private static func calledForHelp(_ call: PhoneCall, _ exit: CallExit) -> Bool {
        // A call that was taken from another device is no emergency call, whatever number it has.
        guard let dialed = call.dialed, dialed.settings.replaces == nil else { return false }
        let destination = dialed.destination
        if destination.callsForHelp { return true }
        if call.currentProvider == .carrier { return destination.extensionDigits != nil }
        return exit.reported == nil && destination.mayCallForHelp
    }
}

extension CallPhase {
    fileprivate var isAnswered: Bool {
        switch self {
        case .answering, .connected, .reconnecting: true
        case .ringing, .dialing, .connecting: false
        }
    }

    fileprivate var isConnected: Bool { self == .connected || self == .reconnecting }
}

/// The class of an ended call for the person, as the records of a telephone exchange have it.
///
/// An inbound call was missed if it rang and was not answered, and is busy if there was no room for it. An outbound
/// call is classed by the other side's reaction.
public enum CallDisposition: String, CaseIterable, Hashable, Sendable, Codable {
    /// The call was connected, and one side hung up or another device of the person took it.
    case completed
    /// The call was connected and its connection was lost for good.
    case dropped
    /// Inbound: no device of the person answered or declined.
    case missed
    /// The called party, here or on the other side, was in another call.
    case busy
    /// The call was declined, by the person on this device or by the other side.
    case declined
    /// Another device of the person declined.
    case declinedElsewhere
    /// Another device of the person answered; this one never had the call.
    case answeredElsewhere
    /// The caller gave up: the person, or the other side just after the person had answered.
    case cancelled
    /// Outbound: the call rang for the maximum time.
    case noAnswer
    /// Outbound: no device of the other side could ring.
    case unreachable
    /// The call failed before it was connected.
    case failed

    /// Derives the class.
    ///
    /// - Parameters:
    ///   - reason: why the call ended on this device.
    ///   - direction: whether the person called or was called.
    ///   - isAnswered: whether the called party answered; see ``CallEnd/isAnswered``.
    ///   - wasRung: whether this device rang for the call, or would have if there had been room.
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

    /// Derives the class of a call that ended in a phase. A connected call that went to another device of the person was
    /// had here, too.
    ///
    /// - Parameter isLost: whether another device had won the call when it was answered here.
    init(
        _ reason: EndReason, _ direction: CallDirection, at phase: CallPhase, wasRung: Bool = true,
        isLost: Bool = false
    ) {
        let isTaken = reason == .answeredElsewhere && phase.isConnected && !isLost
        self =
            isTaken
            ? .completed : CallDisposition(reason, direction, isAnswered: phase.isAnswered, wasRung: wasRung)
    }

    /// Whether an inbound call was not answered. Only these calls lead to a notice.
    public func isUntaken(_ direction: CallDirection) -> Bool {
        self == .missed || self == .busy && direction == .inbound
    }
}
