internal import Redaction

/// Decides which passwords are checked after wrong ones: those of a login that is being guessed are not, those of other
/// logins are.
///
/// Failures count by login and address together, so they block only that login at that address. Every check needs a
/// login, so an address alone is never asked about. Random secrets that cannot be guessed, such as tokens and
/// credentials, are compared without this check.
///
/// The type has no clock: moments are arguments, counted from any origin. Memory is bounded by the figures below, some
/// 5 MB in all.
package struct LoginFailures<Address: Hashable & Sendable, Login: Hashable & Sendable>: Sendable {
    package enum Verdict: Hashable, Sendable {
        case allowed(LoginReputation)
        /// The login's next password is checked after that time.
        case throttled(wait: Duration)
    }

    private struct Pair: Hashable {
        var address: Address
        var login: Login
    }

    /// The failures of one login at one address.
    private struct Failures {
        var ofLogin = LeakyBucket()
        /// The same failures against the wider limit.
        var ofAddress = LeakyBucket()
    }

    private struct Record {
        var all = LeakyBucket()
        var logins: [Login: Failures] = [:]
    }

    /// The time in which the limits count failures.
    private static var window: Duration { .seconds(60) }
    /// How long a proof counts as recent: a phone that left in the morning is back by then.
    private static var provenTime: Duration { .seconds(86_400) }

    /// The most addresses remembered at once. When all are fresh, further ones are not counted: a limit per address
    /// does not stop an attacker who has that many.
    private let addressesMax: Int
    /// The most logins remembered per address: an office whose devices were all set up wrong.
    private let loginsOfAddressMax: Int
    /// The most logins remembered in all.
    private let loginsMax: Int
    private let provenMax: Int

    private var ofLogin: LeakyBucket.Size
    private var ofAddress: LeakyBucket.Size
    private var records: [Address: Record] = [:]
    private var loginCount = 0
    private var nextSweep = Duration.zero
    /// Two generations: the older is dropped as a whole when the next begins.
    private var proven: (recent: Set<Pair>, older: Set<Pair>) = ([], [])
    private var nextGeneration = Duration.zero

    /// - Parameters:
    ///   - ofLogin: the wrong passwords of one login accepted for checking from one address within a minute; 1 or more.
    ///   - ofAddress: the wrong passwords of all logins from one address within a minute; beyond that, only logins
    ///     without a failure or with a recent proof are checked there. The same number applies to one login that was
    ///     proven there. 1 or more.
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

    /// Changes the limits; earlier failures expire as they would have.
    package mutating func allow(ofLogin: Int, ofAddress: Int) {
        self.ofLogin = .init(ofLogin, within: Self.window)
        self.ofAddress = .init(max(ofLogin, ofAddress), within: Self.window)
    }

    /// The numbers of remembered addresses, of failed logins at them, and of proven pairs of both.
    package var counts: (addresses: Int, logins: Int, proven: Int) {
        (records.count, loginCount, proven.recent.count + proven.older.count)
    }

    /// Whether the next password of a login from an address is checked.
    package func verdict(on login: Login, from address: Address, at now: Duration) -> Verdict {
        let pair = Pair(address: address, login: login)
        let isProven =
            now < nextGeneration + Self.provenTime && proven.recent.contains(pair)
            || now < nextGeneration && proven.older.contains(pair)
        guard let record = records[address], let failures = record.logins[login], failures.ofLogin.emptyAt > now else {
            return .allowed(isProven ? .proven : .clean)
        }
        if isProven {
            return failures.ofAddress.wait(in: ofAddress, at: now).map { .throttled(wait: $0) } ?? .allowed(.proven)
        }
        let wait = failures.ofLogin.wait(in: ofLogin, at: now) ?? record.all.wait(in: ofAddress, at: now)
        return wait.map { .throttled(wait: $0) } ?? .allowed(.failed)
    }

    /// A password of a login was right. Its failures stay, because an attacker may have a login too.
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

    // MARK: - Bounds

    /// Makes room for one more login at an address: if there is none, the login whose failures expire first is dropped,
    /// so that failures of invented logins do not hide those of a guessed one.
    private mutating func makeRoom(in record: inout Record) -> Bool {
        guard record.logins.count >= loginsOfAddressMax || loginCount >= loginsMax else { return true }
        let first = record.logins.min { $0.value.ofLogin.emptyAt < $1.value.ofLogin.emptyAt }
        guard let first else { return false }
        record.logins[first.key] = nil
        loginCount -= 1
        return true
    }

    /// Drops expired failures, at most once per interval, so that a flood of new keys stays cheap.
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

/// The record of a login at an address when a password arrives.
package enum LoginReputation: Hashable, Sendable, CaseIterable {
    /// Its password was proven there recently.
    case proven
    /// It has no unexpired failures.
    case clean
    case failed
}

/// A leaky bucket, stored as the moment at which it is empty again.
///
/// The type has no clock: moments are arguments, counted from any origin.
struct LeakyBucket: Hashable, Sendable {
    /// The capacity and the rate of a bucket.
    struct Size: Hashable, Sendable {
        /// The time in which a full bucket runs empty.
        let window: Duration
        /// The time in which one unit leaks out.
        let interval: Duration

        /// - Parameter count: the capacity; 1 or more.
        init(_ count: Int, within window: Duration) {
            self.window = window
            interval = window / max(count, 1)
        }
    }

    private(set) var emptyAt = Duration.zero

    /// The time until there is room for one more; nil if there is now.
    func wait(in size: Size, at now: Duration) -> Duration? {
        let wait = emptyAt + size.interval - size.window - now
        return wait > .zero ? wait : nil
    }

    /// Adds one; a full bucket stays full.
    mutating func add(in size: Size, at now: Duration) {
        emptyAt = min(max(emptyAt, now) + size.interval, now + size.window)
    }

    /// Removes one that was added.
    mutating func remove(in size: Size) { emptyAt -= size.interval }
}

/// A login and a password that a client claims.
struct LoginCredentials: Sendable {
    var login: String
    var password: Redacted<String>
    /// Whether the login may be a device's credential: only over WebSocket.
    var takesCredentials = false
}

/// The outcome of checking a proof of identity.
enum AuthenticationResult<Value: Sendable>: Sendable {
    case proven(Value)
    case wrong
    /// Not checked: too many passwords of the same login from the same address were wrong. The next one is checked
    /// after that time.
    case throttled(wait: Duration)
    /// Not checked: too many passwords are being checked, or there is not enough memory for it.
    case busy
}
