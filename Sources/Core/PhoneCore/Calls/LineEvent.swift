public import CallModel
public import Redaction

/// Events of a signaling call.
public enum LineEvent: Hashable, Sendable {
    /// The call came in. This is the first event of an inbound line.
    case invited(IncomingInvite)
    /// The state changed. `CallModel` defines the states; an end comes as `ended`.
    case changed(CallState)
    /// This side has ended the call, and the exchange has not confirmed it: there was no connection, or it was lost
    /// before the answer. `ended` follows.
    case terminationLost
    /// The call ended. This is the last event. `isReported` says that the exchange reported the end; otherwise this device
    /// detected it, and the cause and SIP status are invented.
    case ended(Ending, isReported: Bool = true)
    /// An order could not be carried out.
    case failed(LineFailure)
    /// The call was not transferred and goes on. The ending is that of the call to the target.
    case transferFailed(Ending)
}

/// An order that a line could not carry out.
public enum LineFailure: String, CaseIterable, Hashable, Sendable {
    /// The call was not placed. There is no line and no further event of it.
    case dial
    /// The call could not be answered.
    case answer
    /// The call could not be held, and goes on.
    case hold
    /// The call could not be resumed, and is still held.
    case resume
    /// The digits, or some of them, were not sent.
    case digits
    /// The exchange refused to transfer the call, or was not reached.
    case transfer
}

/// The contents of an INVITE.
public struct IncomingInvite: Hashable, Sendable {
    /// The registration over whose connection it came.
    public var registration: RegistrationID
    /// The exchange's identifier of the call.
    public var session: CallSessionID?
    /// The round in which the session rings this device.
    public var round: RingRound
    /// The vendor's identifier of the call.
    public var vendor: VendorCallID?
    /// The caller.
    public var display: CallDisplay

    /// Creates an invitation.
    public init(
        _ registration: RegistrationID, session: CallSessionID? = nil, round: RingRound = .first,
        vendor: VendorCallID? = nil, display: CallDisplay = .unknown
    ) {
        self.registration = registration
        self.session = session
        self.round = round
        self.vendor = vendor
        self.display = display
    }

    /// The caller, as far as the INVITE tells. The exchange dials a carrier's leg with a session from a number of the
    /// organization, so such an INVITE tells nothing of the caller.
    var caller: CallDisplay { registration.provider == .carrier && session != nil ? .unknown : display }
}

/// Orders to a signaling call. Each is one method of CarillonRTC's `Call`, or `dial` of its client.
public enum LineOrder: Hashable, Sendable {
    /// Place a call over the connection of a registration. All events of the call come under this line.
    case dial(LineID, RegistrationID, DialedParty)
    /// Answer the call.
    case answer(LineID)
    /// Refuse the call on this device, as busy or as declined.
    case decline(LineID, isBusy: Bool)
    /// End the call at any stage.
    case hangUp(LineID)
    /// Hold the call (`true`), or resume it.
    case hold(LineID, Bool)
    /// Mute the microphone (`true`), or let it be heard again.
    case mute(LineID, Bool)
    /// Send digits to the other side.
    case digits(LineID, Redacted<String>)
    /// Have the exchange connect the other side to another user.
    case transfer(LineID, to: Redacted<String>)
    /// Restart ICE.
    case restartMedia(LineID)
}

/// Identifies a signaling call. The shell maps it to a `Call` of CarillonRTC.
public struct LineID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// The line of an inbound call, derived from its name on the wire, `Call.id`.
    public init(callID: String) {
        self.init(UUIDValue(standingFor: callID))
    }

    /// The line of an outbound call. It is named before it exists, so that all its events find their call.
    public init(outbound call: CallUUID) {
        self.init(call.value)
    }

    /// The lowercase text form. It is safe to log because it identifies no person.
    public var description: String { value.description }

    /// Orders identifiers in the order of their text forms.
    public static func < (left: LineID, right: LineID) -> Bool { left.value < right.value }
}

/// The signaling call of a call, with its latest known state.
struct CallLine: Hashable, Sendable {
    let id: LineID
    /// The registration whose connection it uses.
    let registration: RegistrationID
    var state: CallState

    /// Whether audio flows, or would flow without a hold.
    var isActive: Bool { state.progress == .active }
}
