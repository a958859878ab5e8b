import CallModel

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
    /// The other side hung up, cancelled or declined.
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

/// The state of a call's reports to the system.
struct ReportState: Hashable, Sendable {
    /// The number of reports that have not completed.
    var outstanding: UInt8 = 0
    /// Whether the system has the call, as far as known.
    var isKnown = false

    /// Counts a new report. The count saturates; the report timer settles such a call.
    mutating func made() {
        outstanding = outstanding == .max ? .max : outstanding + 1
    }

    /// Counts a completed report.
    mutating func completed() {
        outstanding = outstanding == 0 ? 0 : outstanding - 1
    }
}

extension PhoneCall {
    /// A report of the call completed.
    mutating func reported(_ purpose: ReportPurpose, _ refusal: ReportRefusal?) -> CallExit? {
        let wasKnown = report.isKnown
        report.completed()
        switch refusal {
        case nil:
            report.isKnown = true
            if purpose == .again, wasKnown { return .reportedTwice }
        case .alreadyExists:
            report.isKnown = true
        case .unknown, .unentitled, .filteredByDoNotDisturb, .filteredByBlockList, .filteredBySensitiveness,
            .limitReached:
            if report.outstanding == 0, !report.isKnown { return .reportRefused }
        }
        return nil
    }

    /// Reports the call, because a push refers to it or its INVITE came without one.
    mutating func makeReport(_ purpose: ReportPurpose, into effects: inout [PhoneEffect]) {
        report.made()
        effects.append(.report(.incoming(id, display, purpose)))
    }

    /// Learns the values of another push or of the INVITE, and shows them. The exchange's values take precedence over
    /// the carrier's.
    mutating func learn(_ naming: CallIdentifiers, display update: CallDisplay, into effects: inout [PhoneEffect]) {
        let outranks = naming.session != nil && (session == nil || naming.isOwnPush && vendor != nil)
        session = session ?? naming.session
        round = max(round, naming.round)
        // An INVITE that replaces one that led nowhere has another identifier at the carrier.
        let isDialledAnew = naming.isInvitation && marks.leadsNowhere
        vendor = isDialledAnew ? naming.vendor ?? vendor : vendor ?? naming.vendor
        organization = organization ?? naming.organization
        // The line of an INVITE contains its registration.
        if !naming.isInvitation { provider = provider ?? naming.provider }
        isCallerTold = isCallerTold || naming.includesCaller(update)
        let merged = display.merged(with: update, outranking: outranks).replacing(display)
        guard merged != display else { return }
        show(merged, into: &effects)
    }

    /// Learns who calls from the exchange, whose answer replaces the number that a carrier told, even by none.
    mutating func learnCaller(_ reported: CallDisplay, into effects: inout [PhoneEffect]) {
        isCallerTold = true
        var next = reported
        next.organizationName = reported.organizationName ?? display.organizationName
        next.calledNumber = reported.calledNumber ?? display.calledNumber
        next.picture = reported.picture ?? display.picture
        next = next.replacing(display)
        if next != display { show(next, into: &effects) }
    }

    private mutating func show(_ next: CallDisplay, into effects: inout [PhoneEffect]) {
        display = next
        if stage.isLive { effects.append(.report(.updated(id, next))) }
    }
}

/// Completions of reports.
extension Phone {
    mutating func reported(
        _ id: CallUUID, _ purpose: ReportPurpose, _ refusal: ReportRefusal?, into effects: inout [PhoneEffect]
    ) {
        if let refusal, refusal != .alreadyExists { effects.append(.log(.reportRefused(id, refusal))) }
        guard let call = state.calls[id] else {
            // The report took too long and the call was forgotten. If the system created the call anyway, it is ended.
            if refusal == nil { effects.append(.report(.ended(id, .remoteEnded))) }
            return
        }
        guard case .over(let reason) = call.stage else {
            change(id, into: &effects) { call, _ in call.reported(purpose, refusal) }
            return answerIfAwaited(id, into: &effects)
        }
        let after = state.calls.change(id) { call in
            call.report.completed()
            if refusal == nil || refusal == .alreadyExists { call.report.isKnown = reason != nil }
            // The system ended the existing call and then created another one of this name.
            if reason == nil, refusal == nil, purpose == .again {
                call.stage = .over(.remoteEnded)
                call.report.isKnown = true
            }
            return call
        }
        guard let after, after.report.outstanding == 0 else { return }
        forgetEnded(after, reports: after.report.isKnown, into: &effects)
    }
}
