public import Redaction

/// What the person asks of the app's own screens, or by Recents and links.
public enum UserRequest: Hashable, Sendable {
    case dial(DialRequest)
    /// Takes a call; what becomes of another one that stands is said too.
    case answer(CallUUID, other: OtherCall)
    /// Turns down, cancels or hangs up, whatever the call is at.
    case end(CallUUID)
    /// Turns down a call that rings: on this device, or on all of the person's. As `end` at any other point.
    case decline(CallUUID, DeclineScope)
    case hold(CallUUID, Bool)
    case mute(CallUUID, Bool)
    case digits(CallUUID, Redacted<String>)
    case speaker(Bool)
    /// Lets sound come out there: an identifier or a word of ``AudioRoutes/output(named:)``.
    case audioRoute(Redacted<String>)
}

/// What becomes of the call that stands when another one is taken.
public enum OtherCall: String, CaseIterable, Hashable, Sendable {
    case hold
    case end
}

/// Names a request of the app's own screens, so that its promise can be settled. The shell counts them.
public struct UserTicket: Hashable, Sendable {
    /// The number of the request.
    public let rawValue: UInt32

    /// Wraps a number.
    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// What became of a request at once.
public enum UserOutcome: Hashable, Sendable {
    /// It is under way, or was already; the call it is about.
    case accepted(CallUUID?)
    case refused(PhoneRefusal)
}

/// The rule by which something was turned down.
public enum PhoneRefusal: String, CaseIterable, Hashable, Sendable, Codable {
    /// There is no such call.
    case unknownCall
    /// Sound cannot come out there now.
    case unknownRoute
    /// The call is not at a point where that can be done.
    case notNow
    /// As many calls as there may be.
    case busy
    /// Another call is being dialled, or comes in.
    case callUnderWay
    /// Not a number that can be dialled, though it is written as one.
    case invalidNumber
    /// Not a name that a user can have.
    case invalidName
    /// Not an address of SIP.
    case invalidAddress
    /// The number that is to be shown is none.
    case invalidCallerID
    /// The number that is to be shown is not the person's to show.
    case callerIDNotAllowed
    /// Something cannot be a header.
    case invalidHeader
    /// The app's mark on the call is too long.
    case invalidClientState
    /// Not digits that can be sent.
    case invalidDigits
    /// No organisation is in use, or it has no credentials.
    case noOrganization
    /// It calls for help, and there is nothing that it could be placed over: the app is to open the telephone.
    case emergency
    /// The system refused.
    case system
    /// There is no connection to the exchange.
    case notConnected
    /// It took too long.
    case timedOut
}

extension PhoneRefusal {
    init(_ fault: DialFault) {
        switch fault {
        case .invalidNumber: self = .invalidNumber
        case .invalidName: self = .invalidName
        case .invalidAddress: self = .invalidAddress
        case .invalidCallerID: self = .invalidCallerID
        case .invalidHeader: self = .invalidHeader
        case .invalidClientState: self = .invalidClientState
        }
    }
}
