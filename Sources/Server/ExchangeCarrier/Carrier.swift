public import CallModel
public import ExchangeStorage
public import Redaction
public import RingCore

/// A carrier makes legs and joins them; Telnyx is one, the exchange's own gateway another.
///
/// It gets orders and replies whether it accepted them; events about the results come back as input to the ring
/// session. The same order may come twice under the same name: it must have one effect.
public protocol Carrier: Sendable {
    /// Carries out an order of a ring session. Returns ``CommandResult/unavailable`` when it is unknown whether it was
    /// done.
    func perform(_ order: CarrierOrder) async -> CarrierReply

    /// The leg of ours that a carrier's name stands for, by the mark that the leg was dialed with.
    ///
    /// - Returns: nil when the leg is the caller's or a foreign one, or when the carrier cannot be asked now.
    func own(_ leg: CarrierLegID) async -> OwnLeg?

    /// Whether dials for a caller count against an account, which limits their rate.
    func countsDials(for parent: CarrierLegID) -> Bool

    /// Whether the carrier itself counts the caller of a leg as being in a call.
    func countsCaller(of parent: CarrierLegID) -> Bool
}

extension Carrier {
    public func countsDials(for parent: CarrierLegID) -> Bool { true }
    public func countsCaller(of parent: CarrierLegID) -> Bool { false }
}

/// A command of a ring session, with everything about the session that a carrier needs to carry it out.
public struct CarrierOrder: Hashable, Sendable {
    /// The command.
    public let command: CarrierCommand
    /// The command's name; a repetition has the same name.
    public let id: RingCommandID
    /// The session that decided it.
    public let session: CallSessionID
    /// The organization whose number was called, or whose member calls out.
    public let organization: OrganizationID
    /// The number of claims vacated before the command was decided. The command carries it, so that events about an old
    /// claim are recognized.
    public let epoch: UInt32
    /// The carrier's name of the caller's leg.
    public let parent: CarrierLegID
    /// The carrier's name of the leg of the outside party: the caller's leg, or in a call out the leg of the called
    /// party. It exists as long as the call does. Bridges, waiting and recordings use it.
    public let outside: CarrierLegID
    /// The rung leg that the command is about; nil if it is about the caller's.
    public let leg: RungLeg?
    /// The rung leg that the other is to be joined to; nil for commands that do not join two rung legs.
    public let other: RungLeg?

    /// Other legs that are to be ended, with their reasons. Some carriers end them together with the caller's leg; each
    /// has an order of its own too, which may come later.
    public let departing: [Departure]

    /// A leg that is to be ended.
    public struct Departure: Hashable, Sendable {
        /// The exchange's id of the leg.
        public let leg: LegID
        /// The reason that its device is told.
        public let reason: EndReason
    }

    /// The carrier's view of a rung leg.
    public struct RungLeg: Hashable, Sendable {
        /// The exchange's id of the leg.
        public let id: LegID
        /// The device that the leg rings.
        public let device: DeviceID
        /// The user of the device.
        public let user: UserID
        /// The carrier's name, as soon as it is known.
        public let carrierID: CarrierLegID?
        /// The round of its device in which it was dialed.
        public let round: RingRound
    }

    /// - Returns: nil when the session lacks a leg that the command names.
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
    /// The rung leg that the command names.
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

    /// The rung leg that the command's leg is to be joined to.
    var otherLeg: LegID? { if case .consult(_, let leg) = self { leg } else { nil } }

    /// Whether the command calls a device, whose destination has to be looked up first.
    var callsDevice: Bool {
        switch self {
        case .dial, .barge: true
        case .answer, .bridge, .rebridge, .consult, .hangUp, .reject, .look, .confirm, .play, .stopPlayback,
            .recordMessage, .stopRecording, .recordConversation, .pauseRecording, .resumeRecording:
            false
        }
    }
}

/// A carrier's reply to an order.
public struct CarrierReply: Hashable, Sendable {
    /// Whether the carrier accepted the order.
    public let result: CommandResult
    /// The events that the reply contains: the answer to a look. They are handled after the result.
    public let events: [CarrierEvent]

    public init(_ result: CommandResult, events: [CarrierEvent] = []) {
        self.result = result
        self.events = events
    }
}

/// A leg that the exchange dialed, by the mark that it was dialed with.
public struct OwnLeg: Hashable, Sendable {
    /// The session for which it was dialed.
    public let session: CallSessionID
    /// The exchange's id of the leg.
    public let leg: LegID

    public init(_ leg: LegID, of session: CallSessionID) {
        self.leg = leg
        self.session = session
    }
}

/// A call that came in at a carrier and waits there for an order.
public struct IncomingCall: Hashable, Sendable {
    /// The carrier's name of the caller's leg.
    public let leg: CarrierLegID
    /// The caller's number, or the address of the device that calls.
    public var from: Redacted<String>
    /// The number that was called.
    public var to: Redacted<String>
    /// The name that the carrier gives; nil: none.
    public var callerName: Redacted<String>?
    /// The calling user; nil if the exchange does not know the caller.
    public var caller: UserID?
    /// The calling device, by the id that ring sessions use.
    public var device: DeviceID?
    /// In a call out: the number that the caller's app wants to show.
    public let askedCallerID: Redacted<String>?
    /// Whether the caller's own carrier has attested ``from``; a number without an attestation may be forged.
    public let isNumberVouchedFor: Bool
    /// Whether the carrier can join this caller to another of its callers.
    public let canBeJoined: Bool
    /// The name of the event that reported the call; nil where it is never repeated.
    public let eventID: CarrierEventID?

    public init(
        _ leg: CarrierLegID, from: Redacted<String>, to: Redacted<String>, callerName: Redacted<String>? = nil,
        caller: UserID? = nil, device: DeviceID? = nil, askedCallerID: Redacted<String>? = nil,
        isNumberVouchedFor: Bool = false, canBeJoined: Bool = false, eventID: CarrierEventID? = nil
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
        self.eventID = eventID
    }
}
