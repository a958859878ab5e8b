/// The phone's decisions. A value: told what happens, it says what to do.
///
/// It only routes; each decision is made by the machine whose it is. What it knows is hashable and small, so that it can
/// be explored exhaustively.
public struct Phone: Sendable {
    let limits: PhoneLimits
    var books = PhoneBooks()

    /// A phone of a process that has just begun; ``PhoneEvent/launched(_:)`` is to be its first event.
    public init(limits: PhoneLimits = PhoneLimits()) {
        self.limits = limits
    }

    /// Takes one event. Total: whatever comes, whenever, is handled or ignored by rule.
    ///
    /// - Parameters:
    ///   - now: since the shell's origin.
    ///   - effects: what is to be done, appended in order.
    public mutating func handle(_ event: PhoneEvent, at now: Duration, into effects: inout [PhoneEffect]) {
        if case .storeFailed = event {
            // Written at once it would fail at once, for ever: a disk stays full. The next change brings it.
            books.mustStore = true
            return
        }
        let before = books
        let beginning = effects.endIndex
        route(event, into: &effects)
        settle(since: before, into: &effects)
        writeAhead(from: beginning, in: &effects)
    }

    /// The record is written once a turn, and before anything of the turn leaves the device: a process that dies between
    /// two effects has told nobody what the next one would not know of. Only the report that a push demands comes first.
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
        case .storeFailed: break  // Taken already.
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
    /// Equal phones decide alike: the limits are the same all through a process.
    public static func == (left: Phone, right: Phone) -> Bool { left.books == right.books }

    /// Hashes what may be different from one moment to the next.
    public func hash(into hasher: inout Hasher) { hasher.combine(books) }
}

extension PhoneEffect {
    fileprivate var isStore: Bool { if case .store = self { true } else { false } }
    fileprivate var isReport: Bool { if case .report = self { true } else { false } }
}

/// What can be read of a phone at any time.
extension Phone {
    /// The calls that are not over, the oldest first.
    public var calls: [CallSnapshot] { books.calls.calls.compactMap(\.snapshot) }

    /// The call a line belongs to.
    public func call(on line: LineID) -> CallUUID? { books.calls.call(on: line)?.id }

    /// How sound stands.
    public var audio: AudioSnapshot { books.audioSnapshot }

    /// What is to outlive the process, as it is now.
    public var record: PhoneRecord { books.record }
}

/// What every turn ends with: what follows from the state alone, whatever led to it.
extension Phone {
    mutating func settle(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
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

    /// Keeps connections for as long as something needs them. What is new is said first, so that one that changes its
    /// purpose is not closed between.
    private mutating func connect(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        let wishes = books.wishes
        let wishesBefore = before.wishes
        guard wishes != wishesBefore else { return }
        for wish in wishes where !wishesBefore.contains(wish) {
            tell(.one(wish.registration, .need(wish.need, true)), into: &effects)
        }
        for wish in wishesBefore where !wishes.contains(wish) {
            tell(.one(wish.registration, .need(wish.need, false)), into: &effects)
        }
    }

    /// The session's keeper must not clear the device under a call.
    private mutating func tellSession(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        let hasCalls = books.calls.liveCount > 0
        if hasCalls != (before.calls.liveCount > 0) { tell(.calls(hasCalls), into: &effects) }
    }

    private func publish(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        if books.calls != before.calls {
            for call in books.calls.calls {
                guard let snapshot = call.snapshot, snapshot != before.calls[call.id]?.snapshot else { continue }
                effects.append(.publish(.call(snapshot)))
            }
        }
        let sound = books.audioSnapshot
        if sound != before.audioSnapshot { effects.append(.publish(.audio(sound))) }
    }

    /// A system that has no call of ours suspends the process within seconds, and with it the socket over which a
    /// farewell is still to be said, and the timer after which a call is told as missed.
    private func keepAwake(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        let owed = books.owedAlone
        let owedBefore = before.owedAlone
        guard owed != owedBefore else { return }
        if owed.isEmpty {
            effects.append(.keepAwake(false))
        } else if owed.contains(where: { !owedBefore.contains($0) }) {
            effects.append(.keepAwake(true))
        }
    }

    private mutating func store(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        let record = books.record
        let known = books.read ?? before.record
        books.read = nil
        guard books.mustStore || record != known else { return }
        guard !books.isLocked else { return }  // The file cannot be written either; it is read when it can be.
        books.mustStore = false
        effects.append(.store(record))
    }
}
