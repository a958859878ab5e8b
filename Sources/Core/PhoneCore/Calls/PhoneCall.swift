import CallModel

/// The machine of one call, as the person and the system know it. Its state consists of parallel regions.
///
/// The line handles the progress of signaling (`CallModel`). This machine decides the reports to the system, the orders
/// to the line and the completion of actions. ``CallSet`` decides what several calls need.
struct PhoneCall: Hashable, Sendable {
    let id: CallUUID
    let direction: CallDirection
    /// Identifiers by which pushes and the INVITE may refer to the call. They are learned as they come and never
    /// changed.
    var session: CallSessionID?
    /// The round in which the session rings this device. It grows if the session rings again while the call comes in.
    var round: RingRound = .first
    var vendor: VendorCallID?
    var organization: OrganizationID?
    /// The provider where the call waits according to a push, or over which it will be placed; `nil` if unknown, which
    /// means the exchange.
    var provider: SignalingProvider?
    /// The edge of the vendor's network where the call waits, according to the latest push.
    var edge: VendorEdge?
    var display: CallDisplay
    /// Inbound: whether the exchange has told who calls. Until then the display may have a carrier's number.
    var isCallerTold = false
    /// Outbound: the party that the line must call, and the settings of the call.
    var dialed: DialedParty?
    var stage: CallStage
    var report = ReportState()
    /// Inbound: the person answered in the app before the system had the call. The value says what becomes of an active
    /// call then.
    var awaitedAnswer: ActiveCallPolicy?
    var line: CallLine?
    /// The state that the person, or the system in the person's name, asked for. A hold does not change it.
    var isMuted = false
    /// The state that was asked for; the line follows.
    var isHeld = false
    /// The transactions under way. They make a second tap harmless.
    var requests: TransactionKinds = []
    /// Whether the timer for the INVITE runs.
    var awaitsInvite = false
    /// Whether an unmute now counts as the system's own.
    var guardsUnmute = false
    /// The needs of the call beside signaling.
    var marks = RingFlags()

    /// The provider of the call, as far as known.
    var currentProvider: SignalingProvider { line?.registration.provider ?? provider ?? .exchange }

    /// Whether the person answered or placed the call.
    var isTaken: Bool { stage != .ringing }

    /// Whether audio belongs to this call: it is connected and not held.
    var isActive: Bool { stage == .connected && !isHeld }

    /// Handles one event. Every event is allowed at every stage: the call handles it, or ignores it by a rule.
    mutating func handle(_ event: PhoneCallEvent, into effects: inout [PhoneCallEffect]) {
        switch event {
        case .announced(let left): ring(left: left, into: &effects)
        case .refused(let exit, let cause, let mustReport): refuse(exit, cause, mustReport, into: &effects)
        case .thrownAway:
            makeReport(.throwaway, into: &effects)
            effects.append(.startTimer(.report, within: nil))
        case .pushedAgain: makeReport(.again, into: &effects)
        case .ringsOn(let left): if stage == .ringing { effects.append(.startTimer(.ring, within: left)) }
        case .learned(let naming, let display): learn(naming, display: display, into: &effects)
        case .roundBegan(let naming, let isReady): beginRound(naming, isReady: isReady, into: &effects)
        case .moved(let isReady): move(isReady: isReady, into: &effects)
        case .waits(let edge): if stage.isIncoming, line == nil { self.edge = edge }
        case .goesOn(let former): goOn(from: former)
        case .endPushed(let reason): if stage.isIncoming { leave(.remote(reason, self), into: &effects) }
        case .doubled: leave(.twin, into: &effects)
        case .reported(let purpose, let refusal): reported(purpose, refusal, into: &effects)
        case .requested(let kind, let refusal): requested(kind, refusal, into: &effects)
        case .start(let action, let registration): start(action, over: registration, into: &effects)
        case .answer(let action, let timeLeft): answer(action, timeLeft: timeLeft, into: &effects)
        case .end(let action, let declines): end(action, declines: declines, into: &effects)
        case .hold(let action, let isOn): hold(isOn, action, into: &effects)
        case .mute(let action, let isOn): mute(isOn, action, into: &effects)
        case .sendDigits(let action, let digits): sendDigits(digits, action, into: &effects)
        // Conferences are not supported.
        case .group(let action): effects.append(.phone(.complete(action, .failed)))
        case .actionTimedOut(let action): answerTimedOut(action, into: &effects)
        case .reset: reset(into: &effects)
        case .answerAsked(let ticket, let other):
            let outcome = askToAnswer(other, into: &effects)
            effects.append(.phone(.settle(ticket, outcome)))
        case .endAsked(let ticket, let scope):
            let outcome = askToEnd(scope, into: &effects)
            effects.append(.phone(.settle(ticket, outcome)))
        case .changeAsked(let ticket, let kind, let action):
            let outcome = askToChange(kind, action, into: &effects)
            effects.append(.phone(.settle(ticket, outcome)))
        case .transferAsked(let ticket, let target):
            let outcome = askToTransfer(to: target, into: &effects)
            effects.append(.phone(.settle(ticket, outcome)))
        case .invited(let line, let registration, let naming, let display, let byNumber):
            invited(on: line, over: registration, naming, display, byNumber: byNumber, into: &effects)
        case .lineChanged(let state): lineChanged(state, into: &effects)
        case .lineEnded(let ending, let isReported, let canAsk):
            lineEnded(ending, isReported: isReported, canAsk: canAsk, into: &effects)
        case .lineFailed(let failure): lineFailed(failure, into: &effects)
        case .transferFailed(let ending): transferFailed(ending, into: &effects)
        case .connection(let registration, let phase, let canAsk):
            connectionChanged(registration, phase, canAsk: canAsk, into: &effects)
        case .inviteDue: awaitInvite(into: &effects)
        case .connectionGivenUp: giveUpConnection(into: &effects)
        case .sessionLost: if line != nil, isTaken { leave(.dropped, into: &effects) }
        case .credentialsRefused: if stage.isIncoming, line == nil { marks.leadsNowhere = true }
        case .callerTold(let display): learnCaller(display, into: &effects)
        case .requestOver(let kind): if kind == .status { marks.asksStatus = false }
        case .replied(let kind, let reply, let isReady): meet(reply, of: kind, isReady: isReady, into: &effects)
        case .settled(let reason, let device): settle(reason, by: device, into: &effects)
        case .won: (marks.isLost, marks.answeredBy) = (false, nil)
        case .yield: yield(into: &effects)
        case .timer(let timer): timerFired(timer, into: &effects)
        }
    }

    private mutating func timerFired(_ timer: PhoneCallTimer, into effects: inout [PhoneCallEffect]) {
        switch timer {
        case .ring: if stage == .ringing { leave(.ringLimit, into: &effects) }
        case .invite, .reason:
            guard awaitsInvite else { return }
            leave(stage == .ringing ? .inviteMissing : .answerFailed, into: &effects)
        case .answer: if case .answering = stage { leave(.answerFailed, into: &effects) }
        case .dial: dialTimedOut(into: &effects)
        // It is unknown whether the system has the call. Reporting an end that it does not know does no harm.
        case .report: forgetEnded(reports: true, into: &effects)
        case .unmuteGuard: guardsUnmute = false
        }
    }
}

/// The progress of a call between the person, the system and the exchange. The other regions depend on it.
enum CallStage: Hashable, Sendable {
    /// Inbound: the call rings. At most ``PhoneLimits/ringDuration``.
    /// Leaves to: `.answering` (answer action), `.over` or removed (end action, limit, end of the line, refusal).
    case ringing
    /// Inbound: answered; the answer actions wait for media. At most ``PhoneLimits/answerWait``.
    /// Leaves to: `.connected` (media flows), `.over` or removed (limit, failure, end).
    case answering([SystemActionID])
    /// Outbound: the system was asked and has not started the call. At most ``PhoneLimits/dialWait``.
    /// Leaves to: `.started` (start action), `.abandoned` (given up), removed (refused, limit).
    case requested
    /// Outbound: given up before the system started the call; its start action will fail.
    /// Leaves to: removed.
    case abandoned
    /// Outbound: the system started the call; the exchange is not reachable yet. At most ``PhoneLimits/dialWait``.
    /// Leaves to: `.dialing` (connection ready), removed (limit, end action).
    case started
    /// Outbound: the exchange has the call. Its line limits the time.
    /// Leaves to: `.connected` (media flows), removed (end).
    case dialing
    /// The call is connected.
    /// Leaves to: `.over` or removed.
    case connected
    /// The call has ended, but a report has not completed. The system would ignore an end that it gets before then
    /// (pitfall 6). The value is the reason that the system must still get; `nil` if the system ended the call. At most
    /// ``PhoneLimits/reportWait``.
    case over(SystemEndReason?)

    /// Whether the call counts against the limit and can be acted upon.
    var isLive: Bool {
        switch self {
        case .ringing, .answering, .requested, .started, .dialing, .connected: true
        case .abandoned, .over: false
        }
    }

    /// Whether the call is inbound and its INVITE is pending or not settled.
    var isIncoming: Bool {
        switch self {
        case .ringing, .answering: true
        case .requested, .abandoned, .started, .dialing, .connected, .over: false
        }
    }
}

/// The beginning of an inbound call, and its reports to the system.
extension PhoneCall {
    /// Reports the call and rings. If it rang in an earlier process, it continues from there.
    private mutating func ring(left: Duration?, into effects: inout [PhoneCallEffect]) {
        makeReport(.announce, into: &effects)
        effects.append(.startTimer(.ring, within: left))
        effects.append(.phone(.prepare(.audio)))
        effects.append(.phone(.prepare(.network)))
        effects.append(.takeUp(CallIdentifiers(self)))
    }

    /// Reports the call under its name and ends it without ringing.
    private mutating func refuse(
        _ exit: CallExit, _ cause: DiscardedPushReason, _ mustReport: Bool, into effects: inout [PhoneCallEffect]
    ) {
        if mustReport { makeReport(.throwaway, into: &effects) }
        effects.append(.phone(.log(.thrownAway(id, cause))))
        effects.append(.takeUp(CallIdentifiers(self)))
        leave(exit, into: &effects)
    }

    /// Reports the call, because a push refers to it or its INVITE came without one.
    mutating func makeReport(_ purpose: ReportPurpose, into effects: inout [PhoneCallEffect]) {
        report.made()
        effects.append(.phone(.report(.incoming(id, display, purpose))))
    }

    private mutating func reported(
        _ purpose: ReportPurpose, _ refusal: ReportRefusal?, into effects: inout [PhoneCallEffect]
    ) {
        if case .over(let reason) = stage { return reportedOver(reason, purpose, refusal, into: &effects) }
        let wasKnown = report.isKnown
        report.completed()
        switch refusal {
        case nil:
            report.isKnown = true
            if purpose == .again, wasKnown { return leave(.reportedTwice, into: &effects) }
        case .alreadyExists:
            report.isKnown = true
        case .unknown, .unentitled, .filteredByDoNotDisturb, .filteredByBlockList, .filteredBySensitiveness,
            .limitReached:
            if report.outstanding == 0, !report.isKnown { return leave(.reportRefused, into: &effects) }
        }
        answerIfAwaited(into: &effects)
    }

    /// A report of a call completed that has ended meanwhile.
    private mutating func reportedOver(
        _ reason: SystemEndReason?, _ purpose: ReportPurpose, _ refusal: ReportRefusal?,
        into effects: inout [PhoneCallEffect]
    ) {
        report.completed()
        if refusal == nil || refusal == .alreadyExists { report.isKnown = reason != nil }
        // The system ended the existing call and then created another one of this name.
        if reason == nil, refusal == nil, purpose == .again {
            stage = .over(.remoteEnded)
            report.isKnown = true
        }
        if report.outstanding == 0 { forgetEnded(reports: report.isKnown, into: &effects) }
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
