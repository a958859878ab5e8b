public import CallModel
public import Redaction
public import RingCore

/// A report of a call to a number to its ring session, which is outside of the exchange. A call between users
/// reports the same events to a ring session in the exchange.
public enum GatewayCallEvent: Hashable, Sendable {
    /// The call was placed, and waits for its first command.
    case placed(CallPlacement)
    /// A device without a leg has logged in, and its user is among those the call rings.
    case arrived(GatewayDevice)
    /// Something happened to a leg. The end of the greeting means that the attendant has answered, from when on it
    /// speaks with the caller alone, or that it did not answer.
    case carrier(CarrierEvent)
}

/// A call that a device has placed to a number.
public struct CallPlacement: Hashable, Sendable {
    /// The user who placed it.
    public let caller: UserID
    /// The device that placed it.
    public let device: DeviceID
    /// The caller's name and number and the dialed text, as called devices are shown them.
    public let callerName: Redacted<String>
    /// The number that goes with the name; see there.
    public let callerNumber: Redacted<String>
    /// The text the caller dialed.
    public let dialed: Redacted<String>
    /// Whether an attendant can take a message.
    public let hasAttendant: Bool
}

/// The gateway names legs to ring sessions by their own names, with a mark.
extension CarrierLegID {
    private static let mark = "gateway:"

    /// The name of a leg at the gateway.
    public init(ofGateway leg: LegID) { self.init(Self.mark + leg.description) }

    /// Whether the gateway has the leg, and not a carrier of the public network.
    public var isOfGateway: Bool { rawValue.hasPrefix(Self.mark) }
}

/// Reports to the ring session, in the words of any carrier.
extension GatewayCall {
    func report(_ event: CarrierEvent, _ turn: inout Turn) {
        if isToNumber { return turn.effects.append(.callEvent(id, .carrier(event))) }
        // The ring session of a call between users has decided once the call is answered or over.
        if isRinging { turn.ringEvents.append(PendingRingEvent(session: id, event: .carrier(event))) }
    }

    func reportPlacement(_ turn: inout Turn) {
        let caller = legs[Self.caller]
        let placement = CallPlacement(
            caller: caller.user, device: caller.device, callerName: invitation.callerName,
            callerNumber: invitation.callerNumber, dialed: invitation.dialed, hasAttendant: hasMailbox)
        turn.effects.append(.callEvent(id, .placed(placement)))
    }

    func reportArrival(of device: RegisteredSession, _ turn: inout Turn) {
        if isToNumber {
            return turn.effects.append(.callEvent(id, .arrived(GatewayDevice(device.device, of: device.user))))
        }
        let arrived = DeviceCandidate(device.device, of: device.user, hasPush: false, hasChannel: false)
        turn.ringEvents.append(PendingRingEvent(session: id, event: .arrived(arrived)))
    }

    func reportClaim(of index: Int, _ turn: inout Turn) {
        let isAttendant = index == attendantLeg
        report(isAttendant ? .playbackEnded(.playGreeting, hasPlayed: true) : .bridged(.leg(legs[index].id)), &turn)
    }

    /// - Parameter isOwnDoing: whether the leg's own device ended it.
    func reportEnd(of index: Int, _ ending: Ending, isOwnDoing: Bool, _ turn: inout Turn) {
        if index == attendantLeg {
            if isRinging { report(.playbackEnded(.playGreeting, hasPlayed: false), &turn) }
        } else {
            let reason = CarrierHangUpReason(ending.reason, isOwnDoing: isOwnDoing)
            report(.hungUp(reference(to: index), reason), &turn)
        }
    }

    func reference(to index: Int) -> LegRef { index == Self.caller ? .parent : .leg(legs[index].id) }
}

extension CarrierHangUpReason {
    fileprivate init(_ reason: EndReason, isOwnDoing: Bool) {
        switch reason {
        case .declined, .declinedElsewhere: self = .declined
        case .busy: self = .busy
        case .unreachable: self = .unreachable
        case .noAnswer: self = .noAnswer
        case .cancelled, .answeredElsewhere, .completed, .dropped: self = isOwnDoing ? .hungUp : .followed
        case .failed, .incompatible: self = .unknown
        }
    }
}
