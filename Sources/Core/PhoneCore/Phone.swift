/// The phone's decisions, as a value type. It receives events and returns the effects that the shell must carry out.
///
/// The phone itself only routes events; the responsible machine makes each decision. The state is hashable and small,
/// so that tests can explore it exhaustively.
public struct Phone: Sendable {
    let limits: PhoneLimits
    var state = PhoneState()

    /// Creates the phone of a new process. Its first event must be ``PhoneEvent/launched(_:)``.
    public init(limits: PhoneLimits = PhoneLimits()) {
        self.limits = limits
    }

    /// Handles one event. Every event is allowed at any time: the phone handles it, or ignores it by a rule.
    ///
    /// - Parameters:
    ///   - event: what a framework, the exchange or the person did.
    ///   - now: the time since the shell's origin.
    ///   - effects: receives the effects, in the order in which the shell must carry them out.
    public mutating func handle(_ event: PhoneEvent, at now: Duration, into effects: inout [PhoneEffect]) {
        if case .storeFailed = event {
            // An immediate second attempt would fail too, because a full disk stays full. The next change writes the
            // record.
            state.mustStore = true
            return
        }
        let before = state
        let beginning = effects.endIndex
        route(event, into: &effects)
        settle(since: before, into: &effects)
        writeAhead(from: beginning, in: &effects)
    }

    /// Writes the record at most once for each event, and before any effect that leaves the device. If the process dies
    /// between two effects, the next process then knows everything that the outside world knows. Only the report that a
    /// push demands comes first.
    private func writeAhead(from beginning: Int, in effects: inout [PhoneEffect]) {
        guard effects[beginning...].contains(where: \.isStore) else { return }
        effects[beginning...].removeAll(where: \.isStore)
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
        case .user(let ticket, let request):
            let outcome = outcome(of: request, into: &effects)
            effects.append(.settle(ticket, outcome))
        case .signaling(let registration, let event): handle(event, from: registration, into: &effects)
        case .line(let line, let event): handle(event, on: line, into: &effects)
        case .audio(let event): state.audio.handle(event, hasCalls: state.calls.liveCount > 0, into: &effects)
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
        case .alertToken(let token): handle(alertToken: token, into: &effects)
        case .alertTokenReported(let token, let isDone): state.alertToken.answered(token, isDone: isDone)
        case .notices(let event): pass(event, into: &effects)
        case .acknowledged(let response): handle(response, into: &effects)
        }
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

/// The last step of every event: decisions that follow from the state alone, whatever event led to it.
extension Phone {
    mutating func settle(since before: PhoneState, into effects: inout [PhoneEffect]) {
        settleAudio(into: &effects)
        guard state != before else { return }
        sendSession(since: before, into: &effects)
        connect(since: before, into: &effects)
        askOfRings(since: before, into: &effects)
        publish(since: before, into: &effects)
        keepAwake(since: before, into: &effects)
        store(since: before, into: &effects)
    }

    private mutating func settleAudio(into effects: inout [PhoneEffect]) {
        guard state.calls.liveCount > 0 else { return state.audio.rest(into: &effects) }
        let active = state.calls.active?.line
        state.audio.settle(active?.isActive == true ? active?.id : nil, into: &effects)
    }

    /// Tells the connections which of their purposes began and which ended. New purposes come first, so that a
    /// connection whose purpose changes is not closed in between.
    private mutating func connect(since before: PhoneState, into effects: inout [PhoneEffect]) {
        var known = before.demands
        var demands = state.demands
        // A connection that closes may be wanted at once with another login.
        while demands != known {
            for wish in demands where !known.contains(wish) {
                pass(.one(wish.registration, .need(wish.need, true)), into: &effects)
            }
            for wish in known where !demands.contains(wish) {
                pass(.one(wish.registration, .need(wish.need, false)), into: &effects)
            }
            known = demands
            demands = state.demands
        }
    }

    /// Tells the session whether calls exist, because it must not clear the device during a call.
    private mutating func sendSession(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let hasCalls = state.calls.liveCount > 0
        if hasCalls != (before.calls.liveCount > 0) { pass(.calls(hasCalls), into: &effects) }
    }

    private func publish(since before: PhoneState, into effects: inout [PhoneEffect]) {
        if state.calls != before.calls {
            for call in state.calls.calls {
                guard let snapshot = call.snapshot, snapshot != before.calls[call.id]?.snapshot else { continue }
                effects.append(.publish(.call(snapshot)))
            }
        }
        let sound = state.audioSnapshot
        if sound != before.audioSnapshot { effects.append(.publish(.audio(sound))) }
    }

    /// Asks the system to keep the process awake while the exchange or the person must still be told of a call. Without
    /// a call the system suspends the process within seconds, and with it the socket for the farewell and the timer for
    /// the missed-call notice.
    private func keepAwake(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let owed = state.owedAlone
        let owedBefore = before.owedAlone
        guard owed != owedBefore else { return }
        if owed.isEmpty {
            effects.append(.keepAwake(false))
        } else if owed.contains(where: { !owedBefore.contains($0) }) {
            effects.append(.keepAwake(true))
        }
    }

    private mutating func store(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let record = state.record
        let known = state.read ?? before.record
        state.read = nil
        guard state.mustStore || record != known else { return }
        guard !state.isLocked else { return }  // Before the first unlock the file can be neither read nor written.
        state.mustStore = false
        effects.append(.store(record))
    }
}
