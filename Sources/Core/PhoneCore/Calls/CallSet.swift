/// The machine of all calls of the person: how many there may be, which ones have the sound, hold and yield.
///
/// It passes each event to the call that it concerns. Calls that have ended for good are removed; ``PastCalls``
/// remembers them.
struct CallSet: Hashable, Sendable {
    let limits: PhoneLimits
    /// The calls that have not ended, the oldest first.
    private(set) var calls: [PhoneCall] = []

    /// Begins without a call.
    init(limits: PhoneLimits = PhoneLimits()) {
        self.limits = limits
    }

    /// The number of calls that count against the limit.
    var liveCount: Int { calls.count { $0.stage.isLive } }

    /// The call that audio belongs to. If there are several for a moment, it is the latest.
    var active: PhoneCall? { calls.last { $0.isActive } }

    subscript(_ id: CallUUID) -> PhoneCall? { calls.first { $0.id == id } }

    /// The call of a line.
    func call(on line: LineID) -> PhoneCall? { calls.first { $0.line?.id == line } }

    /// Handles one event. Every event is allowed at any time.
    mutating func handle(_ event: CallSetEvent, into effects: inout [CallSetEffect]) {
        switch event {
        case .announced(let call, let left, let mustReport):
            announced(call, left: left, mustReport: mustReport, into: &effects)
        case .expired(let call, let mustReport):
            begin(call, with: .refused(.ringLimit, .expired, mustReport: mustReport), into: &effects)
        case .thrownAway(let call): begin(call, with: .thrownAway, into: &effects)
        case .dial(let ticket, let call, let isNameUsed):
            let outcome = dial(call, isNameUsed: isNameUsed, into: &effects)
            effects.append(.phone(.settle(ticket, outcome)))
        case .call(let id, let event):
            if self[id] == nil { return Self.handleUnknown(event, of: id, into: &effects) }
            pass(event, to: id, into: &effects)
        case .reset: for call in calls { pass(.reset, to: call.id, into: &effects) }
        }
    }

    /// Compares the calls but not the limits, which are the same throughout a process.
    static func == (left: CallSet, right: CallSet) -> Bool { left.calls == right.calls }

    func hash(into hasher: inout Hasher) { hasher.combine(calls) }
}

extension CallSet {
    /// A call comes in. Without room for it, its push is reported and its line refused.
    private mutating func announced(
        _ call: PhoneCall, left: Duration?, mustReport: Bool, into effects: inout [CallSetEffect]
    ) {
        if liveCount < limits.callsMax {
            begin(call, with: .announced(left: left), into: &effects)
        } else if let line = call.line {
            effects.append(.phone(.line(.decline(line.id, isBusy: true))))
        } else {
            begin(call, with: .refused(.busy, .busy, mustReport: mustReport), into: &effects)
        }
    }

    private mutating func begin(
        _ call: PhoneCall, with event: PhoneCallEvent, into effects: inout [CallSetEffect]
    ) {
        calls.append(call)
        pass(event, to: call.id, into: &effects)
    }

    /// Requests a call of the system, if another one is allowed. The same transaction holds the active call.
    private mutating func dial(
        _ call: PhoneCall, isNameUsed: Bool, into effects: inout [CallSetEffect]
    ) -> UserOutcome {
        guard calls.allSatisfy(\.stage.allowsDialing) else { return .refused(.callUnderWay) }
        guard liveCount < limits.callsMax else { return .refused(.busy) }
        guard !isNameUsed, self[call.id] == nil else { return .refused(.notNow) }
        let holds = calls.filter(\.isActive).map { SystemAction.hold($0.id, true) }
        calls.append(call)
        effects.append(.phone(.startTimer(.dial(call.id), after: limits.dialWait)))
        effects.append(.phone(.prepare(.audio)))
        effects.append(.phone(.prepare(.network)))
        effects.append(
            .phone(.request(SystemRequestID(call.id, .start), holds + [.start(call.id, call.display.handle)])))
        return .accepted(call.id)
    }

    /// Steps one call and carries out what concerns the others.
    private mutating func pass(
        _ event: PhoneCallEvent, to id: CallUUID, into effects: inout [CallSetEffect]
    ) {
        guard let index = calls.firstIndex(where: { $0.id == id }) else { return }
        var wanted: [PhoneCallEffect] = []
        calls[index].handle(event, into: &wanted)
        for effect in wanted {
            switch effect {
            case .phone(let effect): effects.append(.phone(effect))
            case .startTimer(let timer, let within):
                let wait = limits.wait(of: timer, within: within)
                effects.append(.phone(.startTimer(PhoneTimer(timer, of: id), after: wait)))
            case .stopTimer(let timer): effects.append(.phone(.stopTimer(PhoneTimer(timer, of: id))))
            case .requestAnswer(let other): requestAnswer(of: id, other, into: &effects)
            case .connected: yieldOthers(to: id, into: &effects)
            case .resumed:
                yieldOthers(to: id, into: &effects)
                effects.append(.resumed)
            case .awaitsLine: effects.append(.awaitsLine(id))
            case .takeUp(let naming): effects.append(.takeUp(naming, by: id))
            case .remember(let past): effects.append(.remember(past))
            case .outcome(let outcome): effects.append(.outcome(outcome))
            case .gone: calls.removeAll { $0.id == id }
            }
        }
    }

    /// One transaction answers a call and holds or ends the active one.
    private func requestAnswer(
        of id: CallUUID, _ other: ActiveCallPolicy, into effects: inout [CallSetEffect]
    ) {
        let others = calls.filter(\.isActive).map { active -> SystemAction in
            other == .hold ? .hold(active.id, true) : .end(active.id)
        }
        effects.append(.phone(.request(SystemRequestID(id, .answer), others + [.answer(id)])))
    }

    /// Holds all other active calls, because at most one call has audio.
    private mutating func yieldOthers(to id: CallUUID, into effects: inout [CallSetEffect]) {
        for other in calls where other.id != id && other.isActive { pass(.yield, to: other.id, into: &effects) }
    }

    /// Handles an event of a call that has ended, or of an earlier process. If the end of a call failed, the call would
    /// stay on the screen. Source: C33 (observed).
    private static func handleUnknown(
        _ event: PhoneCallEvent, of id: CallUUID, into effects: inout [CallSetEffect]
    ) {
        switch event {
        // The report took too long and the call was forgotten. If the system created the call anyway, it is ended.
        case .reported(_, nil): effects.append(.phone(.report(.ended(id, .remoteEnded))))
        case .end(let action, _), .mute(let action, _), .hold(let action, _):
            effects.append(.phone(.complete(action, .fulfilled)))
        case .start(let action, _), .answer(let action, _), .sendDigits(let action, _), .group(let action):
            effects.append(.phone(.complete(action, .failed)))
        case .answerAsked(let ticket, _), .endAsked(let ticket, _), .changeAsked(let ticket, _, _),
            .transferAsked(let ticket, _):
            effects.append(.phone(.settle(ticket, .refused(.unknownCall))))
        case .announced, .refused, .thrownAway, .pushedAgain, .ringsOn, .learned, .roundBegan, .moved, .waits, .goesOn,
            .endPushed, .doubled, .reported, .requested, .actionTimedOut, .reset, .invited, .lineChanged, .lineEnded,
            .lineFailed, .transferFailed, .connection, .inviteDue, .connectionGivenUp, .sessionLost,
            .credentialsRefused, .callerTold, .requestOver, .replied, .settled, .won, .yield, .timer:
            break
        }
    }
}

extension CallStage {
    /// Whether another call may be dialed beside a call at this stage. It may not while a call rings or is being
    /// dialed, so that a double tap has one effect.
    fileprivate var allowsDialing: Bool {
        switch self {
        case .ringing, .answering, .requested, .abandoned, .started, .dialing: false
        case .connected, .over: true
        }
    }
}

extension PhoneLimits {
    /// How long a call waits for a deadline.
    ///
    /// - Parameter within: how long the exchange still rings, for `ring`; the system's time for the action, for
    ///   `answer`; `nil` if unknown.
    func wait(of timer: PhoneCallTimer, within: Duration?) -> Duration {
        switch timer {
        case .ring: within.map { max(.zero, min(ringDurationMax, $0)) } ?? ringDuration
        case .invite: inviteWait
        case .reason: reasonWait
        case .answer: answerWait(within: within)
        case .dial: dialWait
        case .report: reportWait
        case .unmuteGuard: unmuteGuard
        }
    }

    /// How long an answer waits: our limit, or the system's time less a margin if that is shorter.
    private func answerWait(within timeLeft: Duration?) -> Duration {
        guard let timeLeft else { return answerWait }
        return min(answerWait, max(timeLeft - actionMargin, timeLeft / 2))
    }
}

/// The inputs of ``CallSet``.
enum CallSetEvent: Hashable, Sendable {
    /// A call comes in that no known one matches. `left` is the time for which the exchange will still ring, if known;
    /// `mustReport`: whether its push must be reported. A call with a line was announced by its INVITE.
    case announced(PhoneCall, left: Duration?, mustReport: Bool)
    /// A push announced a call that no longer rings.
    case expired(PhoneCall, mustReport: Bool)
    /// A push must be reported although nothing rings; the call is over from its beginning.
    case thrownAway(PhoneCall)
    /// The person dials. `isNameUsed`: whether a call that has ended had the same name.
    case dial(UserRequestID, PhoneCall, isNameUsed: Bool)
    /// An event of one call.
    case call(CallUUID, PhoneCallEvent)
    /// The system lost all its calls.
    case reset
}

/// The outputs of ``CallSet``: the effects of ``PhoneCall`` that other machines or the shell carry out.
enum CallSetEffect: Hashable, Sendable {
    /// An effect of the phone.
    case phone(PhoneEffect)
    /// See ``PhoneCallEffect/takeUp(_:)``.
    case takeUp(CallIdentifiers, by: CallUUID)
    /// The person answered a call that has no line yet. It may need credentials that are not on the device.
    case awaitsLine(CallUUID)
    /// The person resumed a call, and the system usually activates the sound.
    case resumed
    /// Remember the ended call. The requests in its `asks` need a signed-in person.
    case remember(PastCall)
    /// The outcome of an inbound call, for the person's notices.
    case outcome(CallOutcome)
}
