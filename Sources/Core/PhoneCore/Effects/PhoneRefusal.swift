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
