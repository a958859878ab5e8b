import CallModel
public import Redaction

/// Reports of a call to the system.
public enum ReportOrder: Hashable, Sendable {
    /// `reportNewIncomingCall`, after setting the configuration again (C30). It completes as
    /// ``SystemEvent/reported(_:_:_:)``.
    case incoming(CallUUID, CallDisplay, ReportPurpose)
    /// `reportCall(with:updated:)`.
    case updated(CallUUID, CallDisplay)
    /// `reportCall(with:endedAt:reason:)`, now.
    case ended(CallUUID, SystemEndReason)
    /// `reportOutgoingCall(with:startedConnectingAt:)`, now.
    case connecting(CallUUID)
    /// `reportOutgoingCall(with:connectedAt:)`, now.
    case connected(CallUUID)
}

/// The purpose of an incoming-call report.
public enum ReportPurpose: String, CaseIterable, Hashable, Sendable {
    /// A new call.
    case announce
    /// A call that was announced before. Another push of it came, and each push must be reported.
    case again
    /// A call that is ended at once because it must not ring. Each push must be reported.
    case throwaway
}

/// Why the system refused a report. Source: C25, the codes of `CXErrorCodeIncomingCallError`.
public enum ReportRefusal: String, CaseIterable, Hashable, Sendable {
    /// The system gave no reason.
    case unknown
    /// The app lacks the background mode for VoIP.
    case unentitled
    /// A call of that name exists. This is the expected answer to a repeated report.
    case alreadyExists
    /// A Focus of the person silences the caller.
    case filteredByDoNotDisturb
    /// The person blocked the caller.
    case filteredByBlockList
    /// The system withheld the call because of a sensitive participant.
    case filteredBySensitiveness
    /// The system has its maximum number of calls.
    case limitReached
}

/// The system's reason for the end of a call. It determines the entry in Recents. Source: C35 (observed).
public enum SystemEndReason: String, CaseIterable, Hashable, Sendable {
    /// The call could not be set up, or was lost.
    case failed
    /// The other side hung up, canceled or declined.
    case remoteEnded
    /// No device answered in time.
    case unanswered
    /// Another device of the person answered.
    case answeredElsewhere
    /// Another device of the person declined.
    case declinedElsewhere
}

extension SystemEndReason {
    /// Translates the outcome of a call into one of the system's five reasons. Source: C35 (observed) for the entry in
    /// Recents of each.
    init(_ reason: EndReason, outbound isOutbound: Bool) {
        switch reason {
        case .failed, .incompatible, .unreachable, .dropped: self = .failed
        case .noAnswer: self = .unanswered
        case .busy: self = .unanswered
        case .cancelled, .completed: self = .remoteEnded
        case .declinedElsewhere: self = .declinedElsewhere
        case .declined: self = isOutbound ? .remoteEnded : .declinedElsewhere
        case .answeredElsewhere: self = .answeredElsewhere
        }
    }

    /// The reason for a throw-away report of an ended call. It prevents an entry in Recents as missed for a call that
    /// was not missed.
    init(over outcome: EndReason) {
        self =
            switch outcome {
            case .declined, .declinedElsewhere: .declinedElsewhere
            case .answeredElsewhere, .completed, .dropped: .answeredElsewhere
            case .failed, .incompatible, .unreachable, .noAnswer, .cancelled, .busy: .unanswered
            }
    }
}

/// The displayed data of a call. The system shows the handle, the name and the organization; the app's screens show all
/// of it.
public struct CallDisplay: Hashable, Sendable, Codable {
    /// The other party.
    public var handle: CallHandle
    /// The name that the exchange gives the other side.
    public var name: Redacted<String>?
    /// The called organization, if it must be shown.
    public var organizationName: Redacted<String>?
    /// The called number.
    public var calledNumber: Redacted<String>?
    /// The `https` address of a picture of the other side.
    public var picture: Redacted<String>?

    /// Creates a display from the known data.
    public init(
        _ handle: CallHandle, name: Redacted<String>? = nil, organizationName: Redacted<String>? = nil,
        calledNumber: Redacted<String>? = nil, picture: Redacted<String>? = nil
    ) {
        self.handle = handle
        self.name = name
        self.organizationName = organizationName
        self.calledNumber = calledNumber
        self.picture = picture
    }

    /// The display of an unknown caller.
    public static let unknown = CallDisplay(.generic(Redacted("")))
}

extension CallDisplay {
    /// Merges two descriptions of one caller: the values of the better one, completed by the other's.
    ///
    /// A name belongs to its number. The name of another party is dropped, because a carrier's INVITE may give the
    /// called number as its caller.
    func merged(with other: CallDisplay, outranking: Bool) -> CallDisplay {
        let (better, lesser) = outranking ? (other, self) : (self, other)
        let isOneParty = better.handle.isEmpty || lesser.handle.isEmpty || better.handle == lesser.handle
        return CallDisplay(
            better.handle.isEmpty ? lesser.handle : better.handle,
            name: better.name ?? (isOneParty ? lesser.name : nil),
            organizationName: better.organizationName ?? lesser.organizationName,
            calledNumber: better.calledNumber ?? lesser.calledNumber, picture: better.picture ?? lesser.picture)
    }

    /// Prepares this description to replace one that the system shows. The system keeps values that an update omits. If
    /// it shows a name or "Unknown caller" and only a number is known now, the number replaces the name.
    func replacing(_ shown: CallDisplay) -> CallDisplay {
        guard name == nil, !handle.isEmpty, shown.name != nil || shown.handle.isEmpty else { return self }
        var display = self
        display.name = handle.text
        return display
    }
}

/// The system's address of the other side, which it uses to find a contact and to call back from Recents.
public enum CallHandle: Hashable, Sendable, Codable {
    /// A phone number.
    case phoneNumber(Redacted<String>)
    /// Another text that identifies a caller, or an empty text.
    case generic(Redacted<String>)
}

extension CallHandle {
    /// The text that the system has.
    public var text: Redacted<String> {
        switch self {
        case .phoneNumber(let text), .generic(let text): text
        }
    }

    /// Whether the handle is empty.
    public var isEmpty: Bool { text.revealed.isEmpty }
}
