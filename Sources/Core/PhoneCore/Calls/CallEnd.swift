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
