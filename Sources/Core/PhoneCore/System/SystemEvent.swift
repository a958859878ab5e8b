public import CallModel
public import Redaction

/// Events of CallKit.
public enum SystemEvent: Hashable, Sendable {
    /// The report of a call completed. Source: C25.
    case reported(CallUUID, ReportPurpose, ReportRefusal?)
    /// A transaction was accepted (`nil`) or refused as a whole. Acceptance does not mean execution. Source: C46.
    case requested(SystemRequestID, TransactionRefusal?)
    /// An action must be performed and completed exactly once. `timeLeft` is the time until its time-out date, if the
    /// shell knows it.
    case perform(SystemActionID, SystemAction, timeLeft: Duration?)
    /// An action was not completed in time and must not be completed any more. Source: C42.
    case timedOut(SystemActionID, SystemAction)
    /// The system activated the audio session.
    case audioActivated
    /// The system deactivated the audio session.
    case audioDeactivated
    /// The system lost all its calls. Source: C24.
    case reset
}

/// An action of the system on a call.
public enum SystemAction: Hashable, Sendable {
    /// Starts an outbound call. In an action of the system the handle is the requested one.
    case start(CallUUID, CallHandle)
    /// Answers a call that rings.
    case answer(CallUUID)
    /// Declines, cancels or hangs up, depending on the stage of the call.
    case end(CallUUID)
    /// Holds a call (`true`), or resumes it.
    case hold(CallUUID, Bool)
    /// Mutes the microphone (`true`), or lets it be heard again.
    case mute(CallUUID, Bool)
    /// Sends digits to the other side.
    case digits(CallUUID, Redacted<String>)
    /// Groups calls. Conferences are not supported, so the action fails.
    case group(CallUUID)

    /// The call that the action concerns.
    public var call: CallUUID {
        switch self {
        case .start(let call, _): call
        case .answer(let call), .end(let call), .group(let call): call
        case .hold(let call, _), .mute(let call, _), .digits(let call, _): call
        }
    }
}

/// Identifies an action of the system (`CXAction.uuid`), until it is completed or timed out.
public struct SystemActionID: Hashable, Sendable, CustomStringConvertible {
    /// The 128 bits of the identifier.
    public let value: UUIDValue

    /// Wraps 128 bits.
    public init(_ value: UUIDValue) {
        self.value = value
    }

    /// The lowercase text form. It is safe to log because it identifies no person.
    public var description: String { value.description }
}

/// The result of an action of the system.
public enum ActionOutcome: String, CaseIterable, Hashable, Sendable {
    /// The action is carried out.
    case fulfilled
    /// The action cannot be carried out.
    case failed
}

/// Identifies a transaction that the phone requested. At most one of a kind is under way for a call, so no counter is
/// needed.
public struct SystemRequestID: Hashable, Sendable, CustomStringConvertible {
    /// The main call of the transaction.
    public let call: CallUUID
    /// The kind of the transaction.
    public let verb: TransactionKind

    /// Creates an identifier.
    public init(_ call: CallUUID, _ verb: TransactionKind) {
        self.call = call
        self.verb = verb
    }

    /// The text form, safe to log.
    public var description: String { "\(verb.rawValue) \(call)" }
}

/// The kinds of requests to the system about a call.
public enum TransactionKind: String, CaseIterable, Hashable, Sendable {
    case start
    case answer
    case end
    case hold
    case mute
    case digits
}

/// A set of transactions that are under way for one call.
struct TransactionKinds: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// A set with one kind.
    init(_ verb: TransactionKind) {
        switch verb {
        case .start: rawValue = 1
        case .answer: rawValue = 2
        case .end: rawValue = 4
        case .hold: rawValue = 8
        case .mute: rawValue = 16
        case .digits: rawValue = 32
        }
    }
}

/// Why the system refused a transaction. Source: C46, C47, the codes of `CXErrorCodeRequestTransactionError`.
public enum TransactionRefusal: String, CaseIterable, Hashable, Sendable {
    /// The system gave no reason.
    case unknown
    /// The app lacks the background mode for VoIP.
    case unentitled
    /// The app has no provider, or it was invalidated.
    case unknownProvider
    /// The transaction held no action.
    case emptyTransaction
    /// The system has no call of that name.
    case unknownCall
    /// The system already has a call of that name.
    case alreadyExists
    /// The state of the call does not allow the action.
    case invalidAction
    /// The system has its maximum number of calls or groups.
    case limitReached
    /// The system protects the call from the action.
    case protected
}
