internal import CallModel
internal import ExchangeStorage
internal import Logging
internal import NIOCore
internal import Redaction

/// Checks passwords and tokens from sockets and from HTTP requests.
extension VertoGateway {
    /// The result for an access token, or for another proof that cannot be guessed. It has already been compared, so
    /// earlier failures at its address do not matter.
    func outcome<Value>(of examined: Value?, from address: ClientAddress?) -> AuthenticationResult<Value> {
        if let examined { return .proven(examined) }
        if let skipped = tokenRefusalLog.admit(at: runner.clock.now) {
            var metadata: Logger.Metadata = ["address": "\(address?.network ?? "local")"]
            if skipped > 0 { metadata["skipped"] = "\(skipped)" }
            logger.notice("token refused", metadata: metadata)
        }
        return .wrong
    }

    /// Finds out who logs in.
    ///
    /// A wrong password takes as long as a slow check whether or not the login exists. A wrong credential of ours does
    /// not, because credentials cannot be guessed and thousands may be withdrawn at once.
    /// - Parameter done: called once. The call comes before this returns if the password is cheap to check, was right
    ///   before, or is refused unchecked; otherwise later, on the event loop.
    func prove(
        _ claim: LoginCredentials, from address: ClientAddress?,
        then done: @escaping (AuthenticationResult<DeviceLogin>) -> Void
    ) {
        let known = account(of: claim)
        let password = claim.password.revealed
        // A machine made this password, so it cannot be guessed; it is compared before failures are counted.
        if let known, known.login.identity.device != nil, passwords.isRight(password, against: known.password) {
            return done(.proven(known.login))
        }
        let name = Directory.withoutDomain(claim.login)
        guard !claim.takesCredentials || !TokenFactory.isCredential(name) else {
            logUncounted(claim, from: address, .withdrawn)
            return done(.wrong)
        }
        let standing: LoginReputation
        switch verdict(on: name, from: address) {
        case .allowed(let found): standing = found
        case .throttled(let wait):
            logUncounted(claim, from: address, .throttled)
            return done(.throttled(wait: wait))
        }
        if let known, passwords.isRight(password, against: known.password) {
            return done(.proven(accept(known, claim, from: address)))
        }
        let hash = known.flatMap { $0.password.isSlow ? $0.password : nil } ?? .ofUnknownLogin(cost: passwords.cost)
        let (gateway, done) = (NIOLoopBound(self, eventLoop: eventLoop), NIOLoopBound(done, eventLoop: eventLoop))
        passwords.check(password, of: name, against: hash, for: .address(address, standing)) { [eventLoop] answer in
            eventLoop.execute { done.value(gateway.value.outcome(of: answer, claim, against: hash, from: address)) }
        }
    }

    private func outcome(
        of answer: PasswordVerifier.Answer, _ claim: LoginCredentials, against hash: PasswordHash,
        from address: ClientAddress?
    ) -> AuthenticationResult<DeviceLogin> {
        switch answer {
        case .busy:
            metrics.proofsThrottled += 1
            logUncounted(claim, from: address, .busy)
            return .busy
        case .right:
            // The login may have been removed or given another password in the meantime.
            guard let known = account(of: claim), known.password == hash else { return .wrong }
            return .proven(accept(known, claim, from: address))
        case .wrong:
            noteFailure(of: claim, from: address)
            return .wrong
        }
    }

    private func account(of claim: LoginCredentials) -> (login: DeviceLogin, password: PasswordHash)? {
        let now = runner.clock.wall.microseconds(at: runner.clock.now)
        return directory.account(of: claim.login, credentialsAt: claim.takesCredentials ? now : nil)
    }

    private func accept(
        _ known: (login: DeviceLogin, password: PasswordHash), _ claim: LoginCredentials, from address: ClientAddress?
    ) -> DeviceLogin {
        if let address {
            let mark = logNames.mark(of: Directory.withoutDomain(claim.login))
            loginFailures.succeeded(mark, from: address, at: runner.clock.now)
        }
        if directory.isOutdated(known.password, of: known.login, at: passwords.cost) {
            upgradePassword?(known.login.identity.user, known.password, claim.password)
        }
        return known.login
    }

    /// Decides whether the password of a login is checked. Failures on this machine, which have no address, do not
    /// count.
    private func verdict(
        on login: String, from address: ClientAddress?
    ) -> LoginFailures<ClientAddress, LogPseudonyms.Mark>.Verdict {
        guard let address else { return .allowed(.clean) }
        let verdict = loginFailures.verdict(on: logNames.mark(of: login), from: address, at: runner.clock.now)
        if case .throttled = verdict { metrics.proofsThrottled += 1 }
        return verdict
    }

    private func noteFailure(of claim: LoginCredentials, from address: ClientAddress?) {
        if let address {
            let mark = logNames.mark(of: Directory.withoutDomain(claim.login))
            loginFailures.failed(mark, from: address, at: runner.clock.now)
        }
        logRefusal(of: claim, from: address, .wrong)
    }

    /// Logs a refused login that no count of failures bounds, at most one each second: an attacker decides how many
    /// there are.
    private func logUncounted(
        _ claim: LoginCredentials, from address: ClientAddress?, _ reason: LoginRefusalReason
    ) {
        guard let skipped = loginRefusalLog.admit(at: runner.clock.now) else { return }
        logRefusal(of: claim, from: address, reason, skipped: skipped)
    }

    private func logRefusal(
        of claim: LoginCredentials, from address: ClientAddress?, _ reason: LoginRefusalReason, skipped: Int = 0
    ) {
        var metadata: Logger.Metadata = [
            "address": "\(address?.network ?? "local")",
            "login": "\(logNames.login(Directory.withoutDomain(claim.login)))",
            "over": claim.takesCredentials ? "websocket" : "http", "reason": "\(reason.rawValue)",
        ]
        if skipped > 0 { metadata["skipped"] = "\(skipped)" }
        logger.notice("login refused", metadata: metadata)
    }
}

/// Why a login was refused, for the log.
private enum LoginRefusalReason: String {
    case wrong = "wrong login or password"
    case throttled = "unchecked, after too many failures"
    case busy = "unchecked, as too many are being checked"
    case withdrawn = "unknown or withdrawn credential"
}

/// Bounds the lines of one kind that others cause: the log has at most one each second.
package struct LogLimiter {
    private var loggedAt: Duration?
    private var skipped = 0

    package init() {}

    /// - Returns: how many were skipped since the last one that is in the log; nil if this one is skipped.
    package mutating func admit(at now: Duration) -> Int? {
        if let loggedAt, now - loggedAt < .seconds(1) {
            skipped += 1
            return nil
        }
        defer { (loggedAt, skipped) = (now, 0) }
        return skipped
    }
}
