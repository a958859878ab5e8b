import CallModel

/// What the system is told of a call.
public enum ReportOrder: Hashable, Sendable {
    /// `reportNewIncomingCall`, after assigning the configuration anew (C30). Completes as
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

/// Why the system took a report.
public enum ReportPurpose: String, CaseIterable, Hashable, Sendable {
    /// A new call.
    case announce
    /// A call that was announced already: another push of it came, and every push must be reported.
    case again
    /// A call that is to be ended at once: nothing worth ringing for, but every push must be reported.
    case throwaway
}

/// Why the system refused a report. Source: C25, the codes of `CXErrorCodeIncomingCallError`.
public enum ReportRefusal: String, CaseIterable, Hashable, Sendable {
    case unknown
    case unentitled
    /// A call of that name lives: what a report made again expects to hear.
    case alreadyExists
    case filteredByDoNotDisturb
    case filteredByBlockList
    case filteredBySensitiveness
    /// The system has as many calls as it takes.
    case limitReached
}

/// Why a call ended, in the system's words: what Recents makes of it hangs on this. Source: C35 (observed).
public enum SystemEndReason: String, CaseIterable, Hashable, Sendable {
    case failed
    case remoteEnded
    case unanswered
    case answeredElsewhere
    case declinedElsewhere
}

extension SystemEndReason {
    /// The system's word for how a call ended: it has five. Source: C35 (observed) for what Recents makes of each.
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

    /// How a throw-away report of a call that is over ends, so that Recents does not show it missed a second time
    /// where it was not missed.
    init(over outcome: EndReason) {
        self =
            switch outcome {
            case .declined, .declinedElsewhere: .declinedElsewhere
            case .answeredElsewhere, .completed, .dropped: .answeredElsewhere
            case .failed, .incompatible, .unreachable, .noAnswer, .cancelled, .busy: .unanswered
            }
    }
}

/// What the system knows of a call.
struct ReportRegion: Hashable, Sendable {
    /// Reports whose completion has not come.
    var outstanding: UInt8 = 0
    /// Whether the system has the call, as far as it has said.
    var isKnown = false

    /// A report was made. The count stays where it is at its end; the deadline of the report settles such a call.
    mutating func made() {
        outstanding = outstanding == .max ? .max : outstanding + 1
    }

    /// A completion came.
    mutating func completed() {
        outstanding = outstanding == 0 ? 0 : outstanding - 1
    }
}

extension PhoneCall {
    /// A report of the call came to completion.
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

    /// Reports it, for a push that speaks of it or because its INVITE came without one.
    mutating func makeReport(_ purpose: ReportPurpose, into effects: inout [PhoneEffect]) {
        report.made()
        effects.append(.report(.incoming(id, display, purpose)))
    }

    /// Learns what another push or the INVITE knows, and shows it. What the exchange says outranks what the
    /// carrier says.
    mutating func learn(_ naming: CallNaming, display news: CallDisplay, into effects: inout [PhoneEffect]) {
        let outranks = naming.session != nil && (session == nil || naming.isOwnPush && vendor != nil)
        session = session ?? naming.session
        round = max(round, naming.round)
        // An INVITE in place of one that led nowhere has another name at the carrier.
        let isDialledAnew = naming.isInvitation && marks.leadsNowhere
        vendor = isDialledAnew ? naming.vendor ?? vendor : vendor ?? naming.vendor
        organization = organization ?? naming.organization
        // An INVITE's registration is that of its line.
        if !naming.isInvitation { provider = provider ?? naming.provider }
        let merged = display.merged(with: news, outranking: outranks).replacing(display)
        guard merged != display else { return }
        display = merged
        if stage.isLive { effects.append(.report(.updated(id, merged))) }
    }
}

/// Completions of reports.
extension Phone {
    mutating func reported(
        _ id: CallUUID, _ purpose: ReportPurpose, _ refusal: ReportRefusal?, into effects: inout [PhoneEffect]
    ) {
        if let refusal, refusal != .alreadyExists { effects.append(.log(.reportRefused(id, refusal))) }
        guard let call = books.calls[id] else {
            // It was waited for long enough, and buried: a call the system made all the same has nobody.
            if refusal == nil { effects.append(.report(.ended(id, .remoteEnded))) }
            return
        }
        guard case .over(let reason) = call.stage else {
            return change(id, into: &effects) { call, _ in call.reported(purpose, refusal) }
        }
        let after = books.calls.change(id) { call in
            call.report.completed()
            if refusal == nil || refusal == .alreadyExists { call.report.isKnown = reason != nil }
            // The system ended the call that was there, and then made another of the name.
            if reason == nil, refusal == nil, purpose == .again {
                call.stage = .over(.remoteEnded)
                call.report.isKnown = true
            }
            return call
        }
        guard let after, after.report.outstanding == 0 else { return }
        bury(after, tells: after.report.isKnown, into: &effects)
    }
}
