/// The phone's decisions, as a value type. It receives events and returns the effects that the shell must carry out.
///
/// The phone itself only routes events; the responsible machine makes each decision. The state is hashable and small,
/// so that tests can explore it exhaustively.
public struct Phone: Sendable {
    let limits: PhoneLimits
    var books = PhoneState()

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
            books.mustStore = true
            return
        }
        let before = books
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
        effects.insert(.store(books.record), at: place)
    }

    private mutating func route(_ event: PhoneEvent, into effects: inout [PhoneEffect]) {
        switch event {
        case .launched(let launch): launched(launch, into: &effects)
        case .protectedDataAvailable(let stored): unlocked(stored, into: &effects)
        case .push(let push): take(push, into: &effects)
        case .pushToken(let token): tell(.token(token), into: &effects)
        case .system(let event): take(event, into: &effects)
        case .user(let ticket, let request):
            let outcome = outcome(of: request, into: &effects)
            effects.append(.settle(ticket, outcome))
        case .signaling(let registration, let event): take(event, from: registration, into: &effects)
        case .line(let line, let event): take(event, on: line, into: &effects)
        case .audio(let event): books.audio.take(event, hasCalls: books.calls.liveCount > 0, into: &effects)
        case .timer(let timer): take(timer, into: &effects)
        case .storeFailed: break  // `handle` has dealt with it.
        case .path(let path): tell(.path(path), into: &effects)
        case .woke(let path):
            tell(.woke(path), into: &effects)
            tell(.nudged, into: &effects)
        case .scene(let scene): take(scene, into: &effects)
        case .connection(let isWanted): take(connectionWanted: isWanted, into: &effects)
        case .organizations(let event): tell(event, into: &effects)
        case .session(let event): tell(event, into: &effects)
        case .credentials(let event): tell(event, into: &effects)
        case .tokens(let event): tell(event, into: &effects)
        case .pushKeys(let event): tell(event, into: &effects)
        case .signOut(let event): tell(event, into: &effects)
        case .signIn(let record): books.signIn = record
        case .rings(let event): tell(event, into: &effects)
        case .ringNews(let news): take(news, into: &effects)
        case .alertToken(let token): take(alertToken: token, into: &effects)
        case .alertTokenTold(let token, let isDone): books.alertToken.answered(token, isDone: isDone)
        case .notices(let event): tell(event, into: &effects)
        case .acknowledged(let news): take(news, into: &effects)
        }
    }
}

extension Phone: Hashable {
    /// Compares the state but not the limits, which are the same throughout a process.
    public static func == (left: Phone, right: Phone) -> Bool { left.books == right.books }

    /// Hashes the state without the limits.
    public func hash(into hasher: inout Hasher) { hasher.combine(books) }
}

extension PhoneEffect {
    fileprivate var isStore: Bool { if case .store = self { true } else { false } }
    fileprivate var isReport: Bool { if case .report = self { true } else { false } }
}

/// State that the shell may read at any time.
extension Phone {
    /// The calls that have not ended, the oldest first.
    public var calls: [CallSnapshot] { books.calls.calls.compactMap(\.snapshot) }

    /// The call that a line belongs to.
    public func call(on line: LineID) -> CallUUID? { books.calls.call(on: line)?.id }

    /// The current state of audio.
    public var audio: AudioSnapshot { books.audioSnapshot }

    /// The state that must outlive the process.
    public var record: PhoneRecord { books.record }
    /// Whether the exchange has this process's token for alerts.
    package var isAlertTokenKnown: Bool { books.alertToken.isConfirmed }
}

/// The last step of every event: decisions that follow from the state alone, whatever event led to it.
extension Phone {
    mutating func settle(since before: PhoneState, into effects: inout [PhoneEffect]) {
        settleAudio(into: &effects)
        guard books != before else { return }
        tellSession(since: before, into: &effects)
        connect(since: before, into: &effects)
        askOfRings(since: before, into: &effects)
        publish(since: before, into: &effects)
        keepAwake(since: before, into: &effects)
        store(since: before, into: &effects)
    }

    private mutating func settleAudio(into effects: inout [PhoneEffect]) {
        guard books.calls.liveCount > 0 else { return books.audio.rest(into: &effects) }
        let active = books.calls.active?.line
        books.audio.settle(active?.isActive == true ? active?.id : nil, into: &effects)
    }

    /// Tells the connections which of their purposes began and which ended. New purposes come first, so that a
    /// connection whose purpose changes is not closed in between.
    private mutating func connect(since before: PhoneState, into effects: inout [PhoneEffect]) {
        var known = before.wishes
        var wishes = books.wishes
        // A connection that closes may be wanted at once with another login.
        while wishes != known {
            for wish in wishes where !known.contains(wish) {
                tell(.one(wish.registration, .need(wish.need, true)), into: &effects)
            }
            for wish in known where !wishes.contains(wish) {
                tell(.one(wish.registration, .need(wish.need, false)), into: &effects)
            }
            known = wishes
            wishes = books.wishes
        }
    }

    /// Tells the session whether calls exist, because it must not clear the device during a call.
    private mutating func tellSession(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let hasCalls = books.calls.liveCount > 0
        if hasCalls != (before.calls.liveCount > 0) { tell(.calls(hasCalls), into: &effects) }
    }

    private func publish(since before: PhoneState, into effects: inout [PhoneEffect]) {
        if books.calls != before.calls {
            for call in books.calls.calls {
                guard let snapshot = call.snapshot, snapshot != before.calls[call.id]?.snapshot else { continue }
                effects.append(.publish(.call(snapshot)))
            }
        }
        let sound = books.audioSnapshot
        if sound != before.audioSnapshot { effects.append(.publish(.audio(sound))) }
    }

    /// Asks the system to keep the process awake while the exchange or the person must still be told of a call. Without
    /// a call the system suspends the process within seconds, and with it the socket for the farewell and the timer for
    /// the missed-call notice.
    private func keepAwake(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let owed = books.owedAlone
        let owedBefore = before.owedAlone
        guard owed != owedBefore else { return }
        if owed.isEmpty {
            effects.append(.keepAwake(false))
        } else if owed.contains(where: { !owedBefore.contains($0) }) {
            effects.append(.keepAwake(true))
        }
    }

    private mutating func store(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let record = books.record
        let known = books.read ?? before.record
        books.read = nil
        guard books.mustStore || record != known else { return }
        guard !books.isLocked else { return }  // Before the first unlock the file can be neither read nor written.
        books.mustStore = false
        effects.append(.store(record))
    }
}
