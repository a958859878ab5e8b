internal import Redaction

/// Which passwords are looked at after wrong ones: those of a login that is guessed are not, those of all others are.
///
/// Failures count by login and address together, so they cost no login but that one, and at that address alone.
/// There is no question that an address alone could answer: whatever asks has to name a login. What no guess finds, such
/// as a token or a credential made by a machine, is compared without asking here.
///
/// Pure: moments are handed in, since any origin. Memory is bounded by the figures below, some 5 MB in all.
package struct LoginFailures<Address: Hashable & Sendable, Login: Hashable & Sendable>: Sendable {
    package enum Verdict: Hashable, Sendable {
        case heard(PasswordStanding)
        /// Its next password is heard after that long.
        case notHeard(wait: Duration)
    }

    private struct Pair: Hashable {
        var address: Address
        var login: Login
    }

    /// Of one login at one address.
    private struct Failures {
        var ofLogin = LeakyBucket()
        /// The same ones, against the wider bound.
        var ofAddress = LeakyBucket()
    }

    private struct Record {
        var all = LeakyBucket()
        var logins: [Login: Failures] = [:]
    }

    /// In which so many failures are let through.
    private static var window: Duration { .seconds(60) }
    /// After which a proof no longer counts as one of late: a phone that left in the morning is back by then.
    private static var provenTime: Duration { .seconds(86_400) }

    /// Addresses remembered at once. When all are fresh, further ones go unnoticed: a limit for each does not stop an
    /// attacker who has that many.
    private let addressesMax: Int
    /// Logins remembered of one address: an office, each of whose devices was set up wrong.
    private let loginsOfAddressMax: Int
    /// Logins remembered of all addresses.
    private let loginsMax: Int
    private let provenMax: Int

    private var ofLogin: LeakyBucket.Size
    private var ofAddress: LeakyBucket.Size
    private var records: [Address: Record] = [:]
    private var loginCount = 0
    private var nextSweep = Duration.zero
    /// Two generations: the older is forgotten whole when the next begins.
    private var proven: (recent: Set<Pair>, older: Set<Pair>) = ([], [])
    private var nextGeneration = Duration.zero

    /// - Parameters:
    ///   - ofLogin: wrong passwords of one login let through from one address within a minute; 1 or more.
    ///   - ofAddress: wrong passwords of all logins from one address within a minute, beyond which a login is let through
    ///     there only without a failure or with a proof; as many of one login that was proven there. 1 or more.
    package init(
        ofLogin: Int, ofAddress: Int, addressesMax: Int = 10_000, loginsOfAddressMax: Int = 256,
        loginsMax: Int = 20_000, provenMax: Int = 50_000
    ) {
        self.ofLogin = .init(ofLogin, within: Self.window)
        self.ofAddress = .init(max(ofLogin, ofAddress), within: Self.window)
        self.addressesMax = addressesMax
        self.loginsOfAddressMax = max(loginsOfAddressMax, 1)
        self.loginsMax = loginsMax
        self.provenMax = provenMax
    }

    /// Lets through so many from now on; what failed before is forgiven when it would have been.
    package mutating func allow(ofLogin: Int, ofAddress: Int) {
        self.ofLogin = .init(ofLogin, within: Self.window)
        self.ofAddress = .init(max(ofLogin, ofAddress), within: Self.window)
    }

    /// What is remembered: addresses, logins at them that failed, logins at addresses that were proven.
    package var counts: (addresses: Int, logins: Int, proven: Int) {
        (records.count, loginCount, proven.recent.count + proven.older.count)
    }

    /// Whether the next password of a login from an address is looked at.
    package func verdict(on login: Login, from address: Address, at now: Duration) -> Verdict {
        let pair = Pair(address: address, login: login)
        let isProven =
            now < nextGeneration + Self.provenTime && proven.recent.contains(pair)
            || now < nextGeneration && proven.older.contains(pair)
        guard let record = records[address], let failures = record.logins[login], failures.ofLogin.emptyAt > now else {
            return .heard(isProven ? .proven : .clean)
        }
        if isProven {
            return failures.ofAddress.wait(in: ofAddress, at: now).map { .notHeard(wait: $0) } ?? .heard(.proven)
        }
        let wait = failures.ofLogin.wait(in: ofLogin, at: now) ?? record.all.wait(in: ofAddress, at: now)
        return wait.map { .notHeard(wait: $0) } ?? .heard(.failed)
    }

    /// A password of a login was right. Its failures stay: one who guesses may well have a login too.
    package mutating func succeeded(_ login: Login, from address: Address, at now: Duration) {
        if now >= nextGeneration + Self.provenTime {
            proven = ([], [])
            nextGeneration = now + Self.provenTime
        } else if now >= nextGeneration {
            proven = ([], proven.recent)
            nextGeneration += Self.provenTime
        } else if proven.recent.count >= max(provenMax / 2, 1) {
            proven = ([], proven.recent)
            nextGeneration = now + Self.provenTime
        }
        proven.recent.insert(Pair(address: address, login: login))
    }

    /// A password of a login was wrong.
    package mutating func failed(_ login: Login, from address: Address, at now: Duration) {
        let isNew = records[address]?.logins[login] == nil
        if isNew, records.count >= addressesMax || loginCount >= loginsMax { sweep(at: now) }
        guard records[address] != nil || records.count < addressesMax else { return }
        var record = records.removeValue(forKey: address) ?? Record()
        record.all.add(in: ofAddress, at: now)
        if record.logins[login] != nil || makeRoom(in: &record) {
            loginCount += record.logins[login] == nil ? 1 : 0
            var failures = record.logins[login] ?? Failures()
            failures.ofLogin.add(in: ofLogin, at: now)
            failures.ofAddress.add(in: ofAddress, at: now)
            record.logins[login] = failures
        }
        records[address] = record
    }

    // MARK: - Room

    /// Room for one login more at an address: where there is none, the one that is forgiven first gives way, so that
    /// failures of made-up logins hide none of a login that is guessed at.
    private mutating func makeRoom(in record: inout Record) -> Bool {
        guard record.logins.count >= loginsOfAddressMax || loginCount >= loginsMax else { return true }
        let first = record.logins.min { $0.value.ofLogin.emptyAt < $1.value.ofLogin.emptyAt }
        guard let first else { return false }
        record.logins[first.key] = nil
        loginCount -= 1
        return true
    }

    /// Forgets what is forgiven, at most once an interval, so that a flood of new keys stays cheap.
    private mutating func sweep(at now: Duration) {
        guard now >= nextSweep else { return }
        nextSweep = now + ofLogin.interval
        loginCount = 0
        for (address, record) in records {
            let logins = record.logins.filter { $0.value.ofLogin.emptyAt > now }
            loginCount += logins.count
            records[address]?.logins = logins
            if logins.isEmpty, record.all.emptyAt <= now { records[address] = nil }
        }
    }
}

/// What is known of a login at an address when a password of it comes.
package enum PasswordStanding: Hashable, Sendable, CaseIterable {
    /// Its password was proven there of late.
    case proven
    /// No wrong password is held against it.
    case clean
    case failed
}

/// What was poured in and has not leaked out yet, kept as the moment at which it is empty again.
///
/// Pure: moments are handed in, since any origin.
struct LeakyBucket: Hashable, Sendable {
    /// How much goes in at once, and how fast it leaks out.
    struct Size: Hashable, Sendable {
        /// In which a full bucket runs empty.
        let window: Duration
        /// In which one leaks out.
        let interval: Duration

        /// - Parameter count: what goes in at once; 1 or more.
        init(_ count: Int, within window: Duration) {
            self.window = window
            interval = window / max(count, 1)
        }
    }

    private(set) var emptyAt = Duration.zero

    /// How long there is no room for one more; nil: there is now.
    func wait(in size: Size, at now: Duration) -> Duration? {
        let wait = emptyAt + size.interval - size.window - now
        return wait > .zero ? wait : nil
    }

    /// Adds one; what a full one is given besides runs over.
    mutating func add(in size: Size, at now: Duration) {
        emptyAt = min(max(emptyAt, now) + size.interval, now + size.window)
    }
}

/// A login and a password that a client gives.
struct LoginClaim: Sendable {
    var login: String
    var password: Redacted<String>
    /// Whether it may be that of a credential made for a device: only over WebSocket.
    var takesCredentials = false
}

/// What became of somebody's proof of who they are.
enum ProofOutcome<Value: Sendable>: Sendable {
    case proven(Value)
    case wrong
    /// Not looked at: too many passwords of the same login from the same address were wrong. Heard again after that long.
    case notHeard(wait: Duration)
    /// Not looked at: too many passwords are being checked, or there is not enough memory to check one.
    case busy
}
