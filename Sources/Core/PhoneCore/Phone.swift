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
