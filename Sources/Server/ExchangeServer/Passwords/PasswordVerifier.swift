internal import Accounts
internal import Dispatch
internal import Foundation
internal import Redaction
internal import Synchronization

/// Checks and hashes passwords that people chose, on threads of its own.
///
/// How many at a time, and who waits, decides `PasswordCheckQueue`. The same password of the same login that is asked for
/// again meanwhile is computed once for all who wait.
/// Isolation: any thread; nothing here blocks the caller.
package final class PasswordVerifier: Sendable {
    /// What a check came to.
    enum Answer: Hashable, Sendable {
        case right
        case wrong
        /// Not computed: too many are asked for at once, or there is not enough memory.
        case busy
    }

    /// What takes long; a test may hold it up.
    package struct Work: Sendable {
        /// Of a new hash, and of a check of a login that is not known.
        var cost = Argon2id.Cost.usual
        var wait: @Sendable () -> Void = {}

        package static let argon2id = Work()

        /// The same at the least cost that is legal, for tests of something else than the cost.
        package static let leastCost = Work(cost: .least)

        /// The same as `argon2id`, after `wait` has returned.
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

    /// Whose checks take turns with those of others.
    enum Source: Hashable, Sendable {
        /// Logins of one standing at an address: guesses hold up no login that was proven there, or that is not guessed.
        /// nil: a socket without an address.
        case address(ClientAddress?, PasswordStanding)
        /// Hashes of new passwords, which a proven user asks for.
        case hashing
    }

    /// What became of the checks so far, and how many there are now.
    struct Counts: Sendable {
        /// Those that had to be computed.
        var computed = 0
        /// Those that were right before.
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
        var proven = ProvenPasswords()
        var jobs: [UInt64: Job] = [:]
        var lastID: UInt64 = 0
        var waiting: [Attempt: [@Sendable (Answer) -> Void]] = [:]
        var counts = Counts()
        var onIdle: [CheckedContinuation<Void, Never>] = []
    }

    /// Half of the cores at most, and four: calls need the others, and each takes 19 MiB.
    package static let runningMax = max(1, min(4, ProcessInfo.processInfo.activeProcessorCount / 2))

    /// What waits of one address and standing: an office that comes back at once after its exchange was started anew.
    package static let waitingOfAddressMax = 64
    /// A few seconds of computing, less than anybody waits for a login.
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

    /// What it costs to check a password that a person chose, unless it was hashed at another cost.
    var cost: Argon2id.Cost { work.cost }

    var counts: Counts {
        state.withLock { state in
            var counts = state.counts
            (counts.running, counts.waiting) = (state.queue.running, state.queue.waiting)
            return counts
        }
    }

    /// Whether a password is right that was so before, or that costs next to nothing to check.
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
    /// - Parameter done: called once, on a thread of the verifier; at once on the caller's where it is refused.
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

    /// Hashes a new password; nil when too much is asked for at once.
    func hash(_ password: Redacted<String>) async -> PasswordHash? {
        await withCheckedContinuation { continuation in
            let job = Job(
                run: { [work] in continuation.resume(returning: work.hash(password)) },
                refuse: { continuation.resume(returning: nil) })
            ask(job, for: .hashing)
        }
    }

    /// Refuses what waits and what comes, and returns once nothing is computed any more.
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
