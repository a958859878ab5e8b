/// The phone's decisions, as a value type. It receives events and returns the effects that the shell must carry out.
///
/// The phone itself only routes events; the responsible machine makes each decision. The state is hashable and small,
/// so that tests can explore it exhaustively.
public struct Phone: Sendable {
    let limits: PhoneLimits
    var state: PhoneState

    /// Creates the phone of a new process. Its first event must be ``PhoneEvent/launched(_:)``.
    public init(limits: PhoneLimits = PhoneLimits()) {
        self.limits = limits
        state = PhoneState(limits: limits)
    }

    /// Handles one event. Every event is allowed at any time: the phone handles it, or ignores it by a rule.
    ///
    /// - Parameters:
    ///   - event: what a framework, the exchange or the person did.
    ///   - effects: receives the effects, in the order in which the shell must carry them out.
    public mutating func handle(_ event: PhoneEvent, into effects: inout [PhoneEffect]) {
        if case .storeFailed = event {
            // An immediate second attempt would fail too, because a full disk stays full. The next change writes the
            // record.
            state.mustStore = true
            return
        }
        let before = state
        let beginning = effects.endIndex
        route(event, into: &effects)
        let hasNewRecord = settle(since: before, into: &effects)
        writeAhead(hasNewRecord, from: beginning, in: &effects)
    }

    /// Writes the record at most once for each event, and before any effect that leaves the device. If the process dies
    /// between two effects, the next process then knows everything that the outside world knows. Only the report that a
    /// push demands comes first.
    ///
    /// - Parameter hasNewRecord: whether the record is to be written even if no effect says so.
    private func writeAhead(_ hasNewRecord: Bool, from beginning: Int, in effects: inout [PhoneEffect]) {
        let isOrdered = effects[beginning...].contains(where: \.isStore)
        guard hasNewRecord || isOrdered else { return }
        if isOrdered { effects[beginning...].removeAll(where: \.isStore) }
        let place = effects[beginning...].firstIndex { !$0.isReport } ?? effects.endIndex
        effects.insert(.store(state.record), at: place)
    }

    private mutating func route(_ event: PhoneEvent, into effects: inout [PhoneEffect]) {
        switch event {
        case .launched(let launch): launched(launch, into: &effects)
        case .protectedDataAvailable(let stored): unlocked(stored, into: &effects)
        case .push(let push): handle(push, into: &effects)
        case .pushToken(let token): pass(.token(token), into: &effects)
        case .system(let event): handle(event, into: &effects)
        case .user(let ticket, let request): handle(request, ticket, into: &effects)
        case .signaling(let registration, let event): handle(event, from: registration, into: &effects)
        case .line(let line, let event): handle(event, on: line, into: &effects)
        case .audio(let event): pass(.hardware(event, hasCalls: state.calls.liveCount > 0), into: &effects)
        case .timer(let timer): handle(timer, into: &effects)
        case .storeFailed: break  // `handle` has dealt with it.
        case .path(let path): pass(.path(path), into: &effects)
        case .woke(let path):
            pass(.woke(path), into: &effects)
            pass(.nudged, into: &effects)
        case .scene(let scene): handle(scene, into: &effects)
        case .connection(let isWanted): handle(connectionWanted: isWanted, into: &effects)
        case .organizations(let event): pass(event, into: &effects)
        case .session(let event): pass(event, into: &effects)
        case .credentials(let event): pass(event, into: &effects)
        case .tokens(let event): pass(event, into: &effects)
        case .pushKeys(let event): pass(event, into: &effects)
        case .signOut(let event): pass(event, into: &effects)
        case .signIn(let record): state.signIn = record
        case .rings(let event): pass(event, into: &effects)
        case .ringUpdate(let update): handle(update, into: &effects)
        case .elsewhere(let event): state.elsewhere.handle(event)
        case .alertToken(let token): pass(.given(token, isSignedIn: state.session.isUsable), into: &effects)
        case .alertTokenReported(let token, let isDone): pass(.answered(token, isDone: isDone), into: &effects)
        case .notices(let event): pass(event, into: &effects)
        case .acknowledged(let response): handle(response, into: &effects)
        }
    }
}

/// Events of calls: ``CallSet`` and ``PhoneCall`` decide; the phone adds what they cannot know.
extension Phone {
    mutating func pass(_ event: PhoneCallEvent, to call: CallUUID, into effects: inout [PhoneEffect]) {
        pass(CallSetEvent.call(call, event), into: &effects)
    }

    mutating func pass(_ event: CallSetEvent, into effects: inout [PhoneEffect]) {
        var wanted: [CallSetEffect] = []
        state.calls.handle(event, into: &wanted)
        for effect in wanted { carryOut(effect, into: &effects) }
    }

    private mutating func carryOut(_ effect: CallSetEffect, into effects: inout [PhoneEffect]) {
        switch effect {
        case .phone(let effect): effects.append(effect)
        case .takeUp(let naming, let id):
            let former = takeUp(naming, into: &effects)
            guard state.calls[id]?.stage == .ringing else { return }
            if let former { pass(.goesOn(former), to: id, into: &effects) }
            if let call = state.calls[id], state.isReady(call) { pass(.inviteDue, to: id, into: &effects) }
        case .awaitsLine(let id): if let call = state.calls[id] { fetchCredentials(for: call, into: &effects) }
        case .resumed: pass(AudioController.Event.resumed, into: &effects)
        case .remember(var past):
            if !state.session.isUsable { past.asks = nil }
            state.past.add(past, limits: limits, into: &effects)
        case .outcome(let outcome): pass(MissedCallNotices.Event.ended(outcome), into: &effects)
        }
    }

    /// Takes over a call that rang in an earlier process. A notice of it then uses the new name.
    ///
    /// - Returns: the earlier process's record of the call.
    @discardableResult
    mutating func takeUp(_ naming: CallIdentifiers, into effects: inout [PhoneEffect]) -> PastCall? {
        guard let former = state.past.takeUp(session: naming.session, vendor: naming.vendor) else { return nil }
        pass(.announcedAgain(former.id), into: &effects)
        return former
    }

    /// Requests of the person.
    private mutating func handle(_ request: UserRequest, _ ticket: UserRequestID, into effects: inout [PhoneEffect]) {
        switch request {
        case .dial(let wish): dial(wish, ticket, into: &effects)
        case .answer(let id, let other): pass(.answerAsked(ticket, other), to: id, into: &effects)
        case .end(let id): pass(.endAsked(ticket, nil), to: id, into: &effects)
        case .decline(let id, let scope): pass(.endAsked(ticket, scope), to: id, into: &effects)
        case .hold(let id, let isOn): pass(.changeAsked(ticket, .hold, .hold(id, isOn)), to: id, into: &effects)
        case .mute(let id, let isOn): pass(.changeAsked(ticket, .mute, .mute(id, isOn)), to: id, into: &effects)
        case .digits(let id, let digits):
            guard let digits = Digits.checked(digits) else {
                return effects.append(.settle(ticket, .refused(.invalidDigits)))
            }
            pass(.changeAsked(ticket, .digits, .digits(id, digits)), to: id, into: &effects)
        case .transfer(let id, let target): transfer(id, to: target, ticket, into: &effects)
        case .speaker(let isOn): chooseOutput(ticket, by: .speaker(isOn), into: &effects)
        case .audioRoute(let name):
            let output = state.audio.routes.output(named: name)
            chooseOutput(ticket, by: output.map { .choose($0) }, into: &effects)
        }
    }

    /// - Parameter event: the choice; `nil` if that output is not available now.
    private mutating func chooseOutput(
        _ ticket: UserRequestID, by event: AudioController.Event?, into effects: inout [PhoneEffect]
    ) {
        guard state.calls.liveCount > 0 else { return effects.append(.settle(ticket, .refused(.notNow))) }
        guard let event else { return effects.append(.settle(ticket, .refused(.unknownRoute))) }
        pass(event, into: &effects)
        effects.append(.settle(ticket, .accepted(nil)))
    }

    /// Events of CallKit.
    private mutating func handle(_ event: SystemEvent, into effects: inout [PhoneEffect]) {
        switch event {
        case .reported(let id, let purpose, let refusal):
            if let refusal, refusal != .alreadyExists { effects.append(.log(.reportRefused(id, refusal))) }
            pass(.reported(purpose, refusal), to: id, into: &effects)
        case .requested(let request, let refusal):
            if let refusal { effects.append(.log(.requestRefused(request, refusal))) }
            pass(.requested(request.verb, refusal), to: request.call, into: &effects)
        case .perform(let action, let what, let timeLeft): perform(what, action, timeLeft, into: &effects)
        case .timedOut(let action, let what):
            effects.append(.log(.actionTimedOut(what.call)))
            pass(.actionTimedOut(action), to: what.call, into: &effects)
        case .audioActivated: pass(AudioController.Event.activated, into: &effects)
        case .audioDeactivated: pass(AudioController.Event.deactivated, into: &effects)
        case .reset:
            pass(AudioController.Event.deactivated, into: &effects)
            pass(CallSetEvent.reset, into: &effects)
        }
    }

    /// The system asks for an action on a call.
    private mutating func perform(
        _ what: SystemAction, _ action: SystemActionID, _ timeLeft: Duration?, into effects: inout [PhoneEffect]
    ) {
        let event: PhoneCallEvent
        switch what {
        case .start(let id, _):
            let call = state.calls[id]
            event = .start(action, over: call.flatMap { state.isReady($0) ? state.registration(of: $0) : nil })
        case .answer: event = .answer(action, timeLeft: timeLeft)
        case .end: event = .end(action, declines: limits.systemDecline)
        case .hold(_, let isOn): event = .hold(action, isOn)
        case .mute(_, let isOn): event = .mute(action, isOn)
        case .digits(_, let digits): event = .sendDigits(action, digits)
        case .group: event = .group(action)
        }
        pass(event, to: what.call, into: &effects)
    }
}

extension Phone: Hashable {
    /// Compares the state but not the limits, which are the same throughout a process.
    public static func == (left: Phone, right: Phone) -> Bool { left.state == right.state }

    /// Hashes the state without the limits.
    public func hash(into hasher: inout Hasher) { hasher.combine(state) }
}

extension PhoneEffect {
    fileprivate var isStore: Bool { if case .store = self { true } else { false } }
    fileprivate var isReport: Bool { if case .report = self { true } else { false } }
}

/// State that the shell may read at any time.
extension Phone {
    /// The calls that have not ended, the oldest first.
    public var calls: [CallSnapshot] { state.calls.calls.compactMap(\.snapshot) }

    /// The call that a line belongs to.
    public func call(on line: LineID) -> CallUUID? { state.calls.call(on: line)?.id }

    /// The current state of audio.
    public var audio: AudioSnapshot { state.audioSnapshot }

    /// The state that must outlive the process.
    public var record: PhoneRecord { state.record }
    /// Whether the exchange has this process's token for alerts.
    package var isAlertTokenKnown: Bool { state.alertToken.isConfirmed }
}
