public import CallModel
public import Redaction

/// What CallKit tells the phone.
public enum SystemEvent: Hashable, Sendable {
    /// The report of a call came to completion. Source: C25.
    case reported(CallUUID, ReportPurpose, ReportRefusal?)
    /// A transaction was accepted (`nil`), which is not yet its execution, or refused whole. Source: C46.
    case requested(SystemRequestID, RequestRefusal?)
    /// An action is to be performed, and completed exactly once. `timeLeft` is what remains until its time-out date,
    /// if the shell knows.
    case perform(SystemActionID, SystemAction, timeLeft: Duration?)
    /// An action was not completed in time; it must not be completed any more. Source: C42.
    case timedOut(SystemActionID, SystemAction)
    /// The audio session is ours.
    case audioActivated
    /// The audio session is no longer ours.
    case audioDeactivated
    /// The system lost all its calls. Source: C24.
    case reset
}

/// An action of the system on a call.
public enum SystemAction: Hashable, Sendable {
    /// Begins an outbound call; as an action of the system the handle is the one that was asked for.
    case start(CallUUID, CallHandle)
    case answer(CallUUID)
    case end(CallUUID)
    case hold(CallUUID, Bool)
    case mute(CallUUID, Bool)
    case digits(CallUUID, Redacted<String>)
    /// Conferences are not offered; the action fails.
    case group(CallUUID)

    /// The call it is about.
    public var call: CallUUID {
        switch self {
        case .start(let call, _): call
        case .answer(let call), .end(let call), .group(let call): call
        case .hold(let call, _), .mute(let call, _), .digits(let call, _): call
        }
    }
}

/// Names an action the system asked for (`CXAction.uuid`), until it is completed or timed out.
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

/// How an action of the system is completed.
public enum ActionOutcome: String, CaseIterable, Hashable, Sendable {
    case fulfilled
    case failed
}

/// Names a transaction the phone asked the system for. At most one of a kind is under way for a call, so no counter
/// is needed.
public struct SystemRequestID: Hashable, Sendable, CustomStringConvertible {
    /// The call it is chiefly about.
    public let call: CallUUID
    /// What was asked.
    public let verb: SystemVerb

    /// Names a request.
    public init(_ call: CallUUID, _ verb: SystemVerb) {
        self.call = call
        self.verb = verb
    }

    /// Safe to log.
    public var description: String { "\(verb.rawValue) \(call)" }
}

/// What can be asked of the system about a call.
public enum SystemVerb: String, CaseIterable, Hashable, Sendable {
    case start
    case answer
    case end
    case hold
    case mute
    case digits
}

/// The transactions about one call that are under way.
struct VerbSet: OptionSet, Hashable, Sendable {
    let rawValue: UInt8

    init(rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// The set of one verb.
    init(_ verb: SystemVerb) {
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
public enum RequestRefusal: String, CaseIterable, Hashable, Sendable {
    case unknown
    case unentitled
    case unknownProvider
    case emptyTransaction
    case unknownCall
    case alreadyExists
    case invalidAction
    case limitReached
    case protected
}
