internal import Accounts
internal import Crypto
internal import Dispatch
internal import Foundation
internal import Redaction
internal import Synchronization

/// Checks and hashes passwords that people chose, on its own threads.
///
/// `PasswordCheckQueue` decides how many run at a time and which wait. Simultaneous checks of the same password for the
/// same login share one computation.
/// Isolation: any thread; nothing here blocks the caller.
package final class PasswordVerifier: Sendable {
    /// The result of a check.
    enum Answer: Hashable, Sendable {
        case right
        case wrong
        /// Not computed: there were too many requests, or not enough memory.
        case busy
    }

    /// The slow computations; a test may delay them.
    package struct Work: Sendable {
        /// The cost of a new hash, and of a check for an unknown login.
        var cost = Argon2id.Cost.usual
        var wait: @Sendable () -> Void = {}

        package static let argon2id = Work()

        /// The computations at the lowest accepted cost, for tests that do not concern the cost.
        package static let leastCost = Work(cost: .least)

        /// The computations at the usual cost, each after `wait` has returned.
        package static func held(by wait: @escaping @Sendable () -> Void) -> Work { Work(wait: wait) }

        func check(_ password: String, _ hash: PasswordHash) -> Bool? {
            wait()
            return hash.check(password)
        }

        func hash(_ password: Redacted<String>) -> PasswordHash? {
            wait()
            return PasswordHash.chosen(password, cost: cost)
        }
    }

    /// The sources of checks, which take turns.
    enum Source: Hashable, Sendable {
        /// Logins with one reputation at an address, so that guesses do not delay logins that were proven there or that
        /// are not guessed. A nil address means a socket without one.
        case address(ClientAddress?, LoginReputation)
        /// Hashes of new passwords, which a proven user asks for.
        case hashing
    }

    /// The numbers of checks by result so far, and of those that run or wait now.
    struct Counts: Sendable {
        /// Checks that had to be computed.
        var computed = 0
        /// Checks of passwords that were right before.
        var remembered = 0
        var refused = 0
        var running = 0
        var waiting = 0
    }

    private struct Attempt: Hashable {
        var login: String
        var hash: PasswordHash
        var mark: [UInt8]
    }

    private struct Job {
        var run: @Sendable () -> Void
        var refuse: @Sendable () -> Void
    }

    private struct State {
        var queue: PasswordCheckQueue<Source>
        var proven = VerifiedPasswordCache()
        var jobs: [UInt64: Job] = [:]
        var lastID: UInt64 = 0
        var waiting: [Attempt: [@Sendable (Answer) -> Void]] = [:]
        var counts = Counts()
        var onIdle: [CheckedContinuation<Void, Never>] = []
    }

    /// At most half of the cores and at most four: calls need the others, and each check takes 19 MiB.
    package static let runningMax = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount / 2))

    /// The checks that may wait for one address and reputation: enough for an office that comes back at once after a
    /// restart of its exchange.
    package static let waitingOfAddressMax = 64
    /// A few seconds of computing, less than a person waits for a login.
    private static let waitingMax = 256

    private let work: Work
    private let state: Mutex<State>
    private let threads = DispatchQueue(label: "carillon.passwords", qos: .utility, attributes: .concurrent)

    init(_ work: Work) {
        self.work = work
        state = Mutex(
            State(
                queue: PasswordCheckQueue(
                    limits: .init(
                        running: Self.runningMax, waiting: Self.waitingMax, waitingOfSource: Self.waitingOfAddressMax)))
        )
    }

    /// The cost of checking a person's password, unless it was hashed at another cost.
    var cost: Argon2id.Cost { work.cost }

    var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            (counts.running, counts.waiting) = (state.queue.running, state.queue.waiting)
            return counts
        }
    }

    /// Whether a password is known to be right, or can be checked cheaply and is right.
    func isRight(_ password: String, against hash: PasswordHash) -> Bool {
        guard hash.isSlow else { return hash.check(password) == true }
        return state.withLock { state in
            let isKnown = state.proven.contains(state.proven.mark(of: password, against: hash), of: hash)
            if isKnown { state.counts.remembered += 1 }
            return isKnown
        }
    }

    /// Computes whether a password is right.
    ///
    /// - Parameter done: called once, on a thread of the verifier, or at once on the caller's thread when the check is
    ///   refused.
    func check(
        _ password: String, of login: String, against hash: PasswordHash, for source: Source,
        done: @escaping @Sendable (Answer) -> Void
    ) {
        let attempt = state.withLock { state -> Attempt? in
            let mark = state.proven.mark(of: password, against: hash)
            let attempt = Attempt(login: login, hash: hash, mark: mark)
            let isUnderWay = state.waiting[attempt] != nil
            state.waiting[attempt, default: []].append(done)
            return isUnderWay ? nil : attempt
        }
        guard let attempt else { return }
        let job = Job(
            run: { [self] in answer(attempt, work.check(password, hash)) },
            refuse: { [self] in answer(attempt, .busy) })
        ask(job, for: source)
    }

    /// Hashes a new password; nil when there are too many requests.
    func hash(_ password: Redacted<String>) async -> PasswordHash? {
        await withCheckedContinuation { continuation in
            let job = Job(
                run: { [work] in continuation.resume(returning: work.hash(password)) },
                refuse: { continuation.resume(returning: nil) })
            ask(job, for: .hashing)
        }
    }

    /// Refuses waiting and new requests, and returns once no computation runs.
    func stop() async {
        perform(.stopped)
        await withCheckedContinuation { continuation in
            let isIdle = state.withLock { state in
                guard state.queue.running > 0 else { return true }
                state.onIdle.append(continuation)
                return false
            }
            if isIdle { continuation.resume() }
        }
    }

    // MARK: - Jobs

    private func ask(_ job: Job, for source: Source) {
        let id = state.withLock { state in
            state.lastID += 1
            state.jobs[state.lastID] = job
            return state.lastID
        }
        perform(.asked(id, from: source))
    }

    private func perform(_ event: PasswordCheckQueue<Source>.Event) {
        let (starts, refusals, idle) = state.withLock { state -> ([Job], [Job], [CheckedContinuation<Void, Never>]) in
            var effects: [PasswordCheckQueue<Source>.Effect] = []
            state.queue.handle(event, into: &effects)
            var (starts, refusals): ([Job], [Job]) = ([], [])
            for effect in effects {
                switch effect {
                case .start(let id): if let job = state.jobs.removeValue(forKey: id) { starts.append(job) }
                case .refuse(let id): if let job = state.jobs.removeValue(forKey: id) { refusals.append(job) }
                }
            }
            state.counts.computed += starts.count
            state.counts.refused += refusals.count
            guard state.queue.running == 0 else { return (starts, refusals, []) }
            defer { state.onIdle = [] }
            return (starts, refusals, state.onIdle)
        }
        for job in refusals { job.refuse() }
        for job in starts {
            threads.async { [self] in
                job.run()
                perform(.finished)
            }
        }
        for continuation in idle { continuation.resume() }
    }

    private func answer(_ attempt: Attempt, _ isRight: Bool?) {
        answer(attempt, isRight.map { $0 ? .right : .wrong } ?? .busy)
    }

    private func answer(_ attempt: Attempt, _ answer: Answer) {
        let waiting = state.withLock { state in
            if answer == .right { state.proven.insert(attempt.mark, of: attempt.hash) }
            return state.waiting.removeValue(forKey: attempt) ?? []
        }
        for done in waiting { done(answer) }
    }
}

/// Remembers passwords that were right, so that only the first check of each is slow and later ones take a microsecond.
///
/// Each is a digest under a key that only this process has. It belongs to the hash that it matched, so a changed
/// password is unknown again.
struct VerifiedPasswordCache {
    /// Some 10 MB. With more users, some of their logins are checked slowly again.
    static let countMax = 50_000

    private let key = SymmetricKey(size: .bits256)
    private var marks: [PasswordHash: [UInt8]] = [:]

    var count: Int { marks.count }

    /// The digest that is remembered instead of a password.
    func mark(of password: String, against hash: PasswordHash) -> [UInt8] {
        var code = HMAC<SHA256>(key: key)
        code.update(data: Array(hash.text.utf8))
        code.update(data: Array(password.utf8))
        return Array(code.finalize())
    }

    func contains(_ mark: [UInt8], of hash: PasswordHash) -> Bool {
        marks[hash].map { ConstantTime.equal($0, mark) } ?? false
    }

    mutating func insert(_ mark: [UInt8], of hash: PasswordHash) {
        if marks.count >= Self.countMax, marks[hash] == nil, let any = marks.keys.first { marks[any] = nil }
        marks[hash] = mark
    }
}
