public import CallModel
public import ExchangeStorage
public import Redaction
public import RingCore

/// Whoever makes legs and joins them: Telnyx is one, our own gateway another.
///
/// It is told what to do and says whether it took it; what became of it is news, which comes back as input to the ring
/// session. The same order may come twice, with the same name: it must have one effect.
public protocol Carrier: Sendable {
    /// Does what a ring session ordered. Returns ``CommandResult/unavailable`` when nobody knows whether it was done.
    func perform(_ order: CarrierOrder) async -> CarrierReply

    /// Which of our legs a name stands for, by the mark we dialled it with.
    ///
    /// - Returns: nil when it is none of ours, is the caller's, or cannot be asked about now.
    func own(_ leg: CarrierLegID) async -> OwnLeg?

    /// Whether dials for a caller count against an account, which may make so many in a while.
    func countsDials(for parent: CarrierLegID) -> Bool

    /// Whether whoever calls by a leg is known to be in a call without the rings saying so.
    func countsCaller(of parent: CarrierLegID) -> Bool
}

extension Carrier {
    public func countsDials(for parent: CarrierLegID) -> Bool { true }
    public func countsCaller(of parent: CarrierLegID) -> Bool { false }
}

/// A command of a ring session, with all that a carrier needs to know of the session to carry it out.
public struct CarrierOrder: Hashable, Sendable {
    public let command: CarrierCommand
    /// The command's name; the same when it is said again.
    public let id: RingCommandID
    public let session: CallSessionID
    public let organization: OrganizationID
    /// The claims vacated before it was decided; goes out with it, so that news of an old one are known as such.
    public let epoch: UInt32
    /// The carrier's name of the caller's leg.
    public let parent: CarrierLegID
    /// The carrier's name of the leg that is there for as long as the call is: others are joined to it, it waits for
    /// them, and it is the one that is recorded. The caller's, but in a call out that of whom the user called.
    public let outside: CarrierLegID
    /// The rung leg the command is about; nil where it is about the caller's.
    public let leg: RungLeg?
    /// The rung leg the other is to be joined to; nil of any command that does not join two such.
    public let other: RungLeg?

    /// Other legs that have to go, with what each is told. For a carrier that ends them all with the caller's: each has
    /// an order of its own, which may come later.
    public let departing: [Departure]

    /// A leg that has to go.
    public struct Departure: Hashable, Sendable {
        public let leg: LegID
        public let reason: EndReason
    }

    /// A rung leg, as a carrier needs it.
    public struct RungLeg: Hashable, Sendable {
        public let id: LegID
        public let device: DeviceID
        public let user: UserID
        /// The carrier's name, as soon as it is known.
        public let carrierID: CarrierLegID?
        /// In which round of its device it was dialled.
        public let round: RingRound
    }

    /// - Returns: nil when the session has no such leg.
    public init?(_ command: CarrierCommand, _ id: RingCommandID, of session: RingSession) {
        self.command = command
        self.id = id
        self.session = session.id
        organization = session.organization
        epoch = id.epoch
        parent = session.parent.carrierID
        outside = session.outsideLeg
        departing = session.legs.compactMap { leg in
            guard leg.rank != .over, leg.id != command.rungLeg, let order = leg.hangUp else { return nil }
            return Departure(leg: leg.id, reason: order.reason.endReason)
        }
        leg = command.rungLeg.flatMap { Self.rung($0, of: session) }
        other = command.otherLeg.flatMap { Self.rung($0, of: session) }
        guard (leg == nil) == (command.rungLeg == nil), (other == nil) == (command.otherLeg == nil) else { return nil }
    }

    private static func rung(_ leg: LegID, of session: RingSession) -> RungLeg? {
        guard let known = session.legs.first(where: { $0.id == leg }),
            let owner = session.devices.first(where: { $0.device == known.device })
        else { return nil }
        return RungLeg(
            id: known.id, device: known.device, user: owner.user, carrierID: known.carrierID,
            round: known.round ?? .first)
    }
}

extension CarrierCommand {
    /// The rung leg it names.
    var rungLeg: LegID? {
        switch self {
        case .dial(let leg, _), .barge(let leg, _), .answer(.leg(let leg)), .confirm(let leg), .bridge(let leg, _),
            .rebridge(let leg), .consult(let leg, _), .hangUp(.leg(let leg), _), .look(.leg(let leg)):
            leg
        case .answer(.parent), .hangUp(.parent, _), .reject, .look(.parent), .play, .stopPlayback, .recordMessage,
            .stopRecording, .recordConversation, .pauseRecording, .resumeRecording:
            nil
        }
    }

    /// The rung leg that one is to be joined to.
    var otherLeg: LegID? { if case .consult(_, let leg) = self { leg } else { nil } }

    /// Whether it calls a device, which has to be found first.
    var callsDevice: Bool {
        switch self {
        case .dial, .barge: true
        case .answer, .bridge, .rebridge, .consult, .hangUp, .reject, .look, .confirm, .play, .stopPlayback,
            .recordMessage, .stopRecording, .recordConversation, .pauseRecording, .resumeRecording:
            false
        }
    }
}

/// What a carrier said to an order.
public struct CarrierReply: Hashable, Sendable {
    /// Whether it took it.
    public let result: CommandResult
    /// What it told besides: the answer to a look. Taken after the result.
    public let news: [CarrierNews]

    public init(_ result: CommandResult, news: [CarrierNews] = []) {
        self.result = result
        self.news = news
    }
}

/// A leg that we dialled, as the mark it was dialled with says.
public struct OwnLeg: Hashable, Sendable {
    public let session: CallSessionID
    public let leg: LegID

    public init(_ leg: LegID, of session: CallSessionID) {
        self.leg = leg
        self.session = session
    }
}

/// A call that came in at a carrier, and waits there until it is told what to do.
public struct IncomingCall: Hashable, Sendable {
    /// The carrier's name of the caller's leg.
    public let leg: CarrierLegID
    /// The caller's number, or the address of the device that calls.
    public var from: Redacted<String>
    /// The number that was called.
    public var to: Redacted<String>
    public var callerName: Redacted<String>?
    /// Who calls; nil: nobody the exchange knows.
    public var caller: UserID?
    /// What they call from, as ring sessions know it.
    public var device: DeviceID?
    /// Of a call out: which number the caller's app wants to be shown.
    public let askedCallerID: Redacted<String>?
    /// Whether the caller's own carrier has vouched for ``from``: else anybody may write anything there.
    public let isNumberVouchedFor: Bool
    /// Whether the carrier can join the caller to another of its callers.
    public let canBeJoined: Bool
    /// The name of the news of it; nil where it comes once.
    public let news: NewsID?

    public init(
        _ leg: CarrierLegID, from: Redacted<String>, to: Redacted<String>, callerName: Redacted<String>? = nil,
        caller: UserID? = nil, device: DeviceID? = nil, askedCallerID: Redacted<String>? = nil,
        isNumberVouchedFor: Bool = false, canBeJoined: Bool = false, news: NewsID? = nil
    ) {
        self.leg = leg
        self.from = from
        self.to = to
        self.callerName = callerName
        self.caller = caller
        self.device = device
        self.askedCallerID = askedCallerID
        self.isNumberVouchedFor = isNumberVouchedFor
        self.canBeJoined = canBeJoined
        self.news = news
    }
}
