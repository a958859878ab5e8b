public import CallModel
public import Redaction

/// What happens to a signalling call.
public enum LineEvent: Hashable, Sendable {
    /// It came in. First event of an inbound line.
    case invited(Invitation)
    /// Its state changed; `CallModel` says what states there are. An end comes as `ended`.
    case changed(CallState)
    /// It is over. Last event. `isTold`: the exchange said so; else this device found it out, and cause and SIP
    /// status are made up.
    case ended(Ending, isTold: Bool = true)
    /// An order could not be carried out.
    case failed(LineFailure)
}

/// An order a line did not carry out.
public enum LineFailure: String, CaseIterable, Hashable, Sendable {
    /// The call was not placed. There is no line, and nothing more comes of it.
    case dial
    case answer
    case hold
    case resume
    case digits
}

/// What an INVITE says.
public struct Invitation: Hashable, Sendable {
    /// Over whose connection it came.
    public var registration: RegistrationID
    /// The exchange's name of the call.
    public var session: CallSessionID?
    /// Which ringing of this device by that session it is.
    public var round: RingRound
    /// The vendor's name of the call.
    public var vendor: VendorCallID?
    /// Who calls.
    public var display: CallDisplay

    /// An INVITE as it came.
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
}

/// What a signalling call is told. Each is one method of CarillonRTC's `Call`, or `dial` of its client.
public enum LineOrder: Hashable, Sendable {
    /// Places a call over the connection of a registration; everything it says comes under this line.
    case dial(LineID, RegistrationID, DialledParty)
    case answer(LineID)
    case decline(LineID, isBusy: Bool)
    case hangUp(LineID)
    case hold(LineID, Bool)
    case mute(LineID, Bool)
    case digits(LineID, Redacted<String>)
    /// ICE restart.
    case restartMedia(LineID)
}

/// Names one signalling call: the shell keeps the `Call` of CarillonRTC that it stands for.
public struct LineID: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 given bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// The line of a call that came in, from the name it has on the wire: `Call.id`.
    public init(callID: String) {
        self.init(UUIDValue(standingFor: callID))
    }

    /// The line of a call that is placed here: named before it exists, so that everything said of it finds its call.
    public init(outbound call: CallUUID) {
        self.init(call.value)
    }

    /// The lowercase text form: safe to log, it names nobody.
    public var description: String { value.description }

    /// Orders identifiers as their text forms are ordered.
    public static func < (left: LineID, right: LineID) -> Bool { left.value < right.value }
}

/// The signalling call of a call, and its state as last heard.
struct BoundLine: Hashable, Sendable {
    let id: LineID
    /// Over whose connection it goes.
    let registration: RegistrationID
    var state: CallState

    /// Whether sound flows, or would but for a hold.
    var isActive: Bool { state.progress == .active }
}
