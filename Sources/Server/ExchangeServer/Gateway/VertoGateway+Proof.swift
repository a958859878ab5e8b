internal import CallModel
internal import ExchangeStorage
internal import Logging
internal import NIOCore
internal import Redaction

/// Passwords and tokens, however they came, under one limit of failures for each address.
extension VertoGateway {
    /// Looks at a proof unless too many from that address were wrong.
    func check<Value>(from address: ClientAddress?, _ prove: () -> Value?) -> ProofOutcome<Value> {
        if let wait = silence(of: address) { return .notHeard(wait: wait) }
        if let value = prove() { return .proven(value) }
        noteFailure(of: nil, from: address)
        return .wrong
    }

    /// Finds out who logs in.
    ///
    /// What is wrong takes as long as a slow check does, whether there is the login or not. Not so a credential of ours:
    /// nobody can guess one, and thousands may be withdrawn at once.
    /// - Parameter done: called once: now, where the password costs nothing to check or was right before, or nobody is
    ///   heard; else later, on the event loop.
    func prove(
        _ claim: LoginClaim, from address: ClientAddress?, then done: @escaping (ProofOutcome<DeviceLogin>) -> Void
    ) {
        if let wait = silence(of: address) { return done(.notHeard(wait: wait)) }
        let known = account(of: claim)
        let password = claim.password.revealed
        if let known, passwords.isRight(password, against: known.password) {
            return done(.proven(accept(known.login, known.password, claim)))
        }
        let name = Directory.withoutDomain(claim.login)
        guard !claim.takesCredentials || !TokenMint.isCredential(name) else {
            noteFailure(of: claim, from: address)
            return done(.wrong)
        }
        let hash = known.flatMap { $0.password.isSlow ? $0.password : nil } ?? .ofNobody
        let (gateway, done) = (NIOLoopBound(self, eventLoop: eventLoop), NIOLoopBound(done, eventLoop: eventLoop))
        passwords.check(password, of: name, against: hash, for: .address(address)) { [eventLoop] answer in
            eventLoop.execute { done.value(gateway.value.outcome(of: answer, claim, against: hash, from: address)) }
        }
    }

    private func outcome(
        of answer: PasswordVerifier.Answer, _ claim: LoginClaim, against hash: PasswordHash,
        from address: ClientAddress?
    ) -> ProofOutcome<DeviceLogin> {
        switch answer {
        case .busy:
            metrics.proofsNotHeard += 1
            return .busy
        case .right:
            // Meanwhile the login may have gone, or have been given another password.
            guard let known = account(of: claim), known.password == hash else { return .wrong }
            return .proven(accept(known.login, known.password, claim))
        case .wrong:
            noteFailure(of: claim, from: address)
            return .wrong
        }
    }

    private func account(of claim: LoginClaim) -> (login: DeviceLogin, password: PasswordHash)? {
        let now = runner.clock.wall.microseconds(at: runner.clock.now)
        return directory.account(of: claim.login, credentialsAt: claim.takesCredentials ? now : nil)
    }

    private func accept(_ login: DeviceLogin, _ password: PasswordHash, _ claim: LoginClaim) -> DeviceLogin {
        if directory.isOutdated(password, of: login) {
            upgradePassword?(login.identity.user, password, claim.password)
        }
        return login
    }

    /// How long a proof from an address is not looked at; nil: it is.
    private func silence(of address: ClientAddress?) -> Duration? {
        guard let address, let wait = failedProofs.wait(of: address, at: runner.clock.now) else { return nil }
        metrics.proofsNotHeard += 1
        return wait
    }

    /// - Parameter claim: nil: a token.
    private func noteFailure(of claim: LoginClaim?, from address: ClientAddress?) {
        if let address { failedProofs.failed(address, at: runner.clock.now) }
        var metadata: Logger.Metadata = ["address": "\(address?.network ?? "local")"]
        guard let claim else { return logger.notice("token refused", metadata: metadata) }
        metadata["login"] = "\(logNames.login(Directory.withoutDomain(claim.login)))"
        metadata["over"] = claim.takesCredentials ? "websocket" : "http"
        logger.notice("login refused", metadata: metadata)
    }
}
