public import Redaction

/// A request of the person, made in the app's screens, by Recents or by a link.
public enum UserRequest: Hashable, Sendable {
    /// Places a call.
    case dial(DialRequest)
    /// Answers a call. `other` says what happens to another active call.
    case answer(CallUUID, other: ActiveCallPolicy)
    /// Declines, cancels or hangs up, depending on the stage of the call.
    case end(CallUUID)
    /// Declines a ringing call on this device or on all of the person's devices. At any other stage it acts like `end`.
    case decline(CallUUID, DeclineScope)
    /// Holds a call (`true`), or resumes it.
    case hold(CallUUID, Bool)
    /// Mutes the microphone (`true`), or lets it be heard again.
    case mute(CallUUID, Bool)
    /// Sends digits to the other side: `0`…`9`, `*`, `#` and `A`…`D`.
    case digits(CallUUID, Redacted<String>)
    /// Has the exchange connect the other side to another of its users, who is not asked first. The call ends once they
    /// are connected; else it goes on, and ``PhoneUpdate/transferFailed(_:_:reported:)`` says why.
    case transfer(CallUUID, to: Redacted<String>)
    /// Plays by the loudspeaker (`true`), or by the output that the system would choose.
    case speaker(Bool)
    /// Selects the audio output: by identifier or by a word of ``AudioRoutes/output(named:)``.
    case audioRoute(Redacted<String>)
}

/// What happens to the active call when another one is answered.
public enum ActiveCallPolicy: String, CaseIterable, Hashable, Sendable {
    /// The active call is held, and the person may return to it.
    case hold
    /// The active call is ended.
    case end
}

/// Identifies a request of the app's screens, so that its promise can be settled. The shell counts the requests.
public struct UserRequestID: Hashable, Sendable {
    /// The number of the request, counted by the shell.
    public let rawValue: UInt32

    public init(_ rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// The immediate answer to a request.
public enum UserOutcome: Hashable, Sendable {
    /// The request is under way, now or already; with the call that it concerns.
    case accepted(CallUUID?)
    /// The request had no effect, for this reason.
    case refused(PhoneRefusal)
}

/// The reason why a request was refused.
public enum PhoneRefusal: String, CaseIterable, Hashable, Sendable, Codable {
    /// There is no such call.
    case unknownCall
    /// That audio output is not available now.
    case unknownRoute
    /// The current stage of the call does not allow this.
    case notNow
    /// The maximum number of calls exists already.
    case busy
    /// Another call is being dialed or is ringing.
    case callUnderWay
    /// The text is written as a number but cannot be dialed.
    case invalidNumber
    /// The text is not a valid user name.
    case invalidName
    /// The text is not a SIP address.
    case invalidAddress
    /// The caller id is not a number.
    case invalidCallerID
    /// The person may not show this caller id.
    case callerIDNotAllowed
    /// A header has an invalid name or value.
    case invalidHeader
    /// The client state is too long.
    case invalidClientState
    /// The digits cannot be sent.
    case invalidDigits
    /// The call is at a carrier; only a call at the exchange can be transferred.
    case notTransferable
    /// No organization is active, or it has no credentials.
    case noOrganization
    /// The number is an emergency number and the phone cannot place the call. The app must open the telephone app.
    case emergency
    /// The system refused the request.
    case system
    /// There is no connection to the exchange.
    case notConnected
    /// The request took too long.
    case timedOut
}

extension PhoneRefusal {
    init(_ fault: DialError) {
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
