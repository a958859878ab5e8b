import PhoneCore

extension PhoneShell {
    /// Hands an order to the port that carries it out.
    ///
    /// - Parameter completion: of the push that caused a report, to be called when the report has come to completion.
    func carryOut(_ effect: PhoneEffect, completing completion: (@Sendable () -> Void)?) {
        switch effect {
        case .report(let order): ports.calls.report(order, completion: completion)
        case .complete(let action, let outcome): ports.calls.complete(action, outcome)
        case .request(let id, let actions): ports.calls.request(id, actions)
        case .line(let order): ports.signaling.perform(order)
        case .signaling(let order): ports.signaling.perform(order)
        case .audio(.start(let line)): ports.signaling.startAudio(of: line)
        case .audio(.stop): ports.signaling.stopAudio()
        case .audio(let order): ports.audio.perform(order)
        case .notification(let order): ports.notices.perform(order)
        case .store(let record): ports.record.store(record)
        case .upload(let message): ports.exchange.upload(message)
        case .pushKeys(let decision): carryOut(decision)
        case .uploadAlertToken(let token): ports.exchange.upload(alertToken: token)
        case .askOutcome(let call, let session, let organization):
            ports.exchange.askOutcome(of: call, session: session, organization: organization)
        case .askRing(let request): ports.exchange.ask(request)
        case .listen(let isOn): ports.exchange.listen(isOn)
        case .organizations(let decision): carryOut(decision)
        case .session(let decision): carryOut(decision)
        case .fetchCredentials: ports.exchange.fetchCredentials()
        case .signOut(let step): ports.exchange.perform(step)
        case .keepAwake(let isOn): ports.wakefulness.keepAwake(isOn)
        case .startTimer(let timer, let delay): timers.start(timer, after: delay)
        case .stopTimer(let timer): timers.stop(timer)
        case .settle(let ticket, let outcome): settle(ticket, outcome)
        case .publish(let news): ports.screens.show(news)
        case .prepare(.audio): ports.audio.prepare()
        case .prepare(.network): ports.path.prepare()
        case .log(let line): ports.log.write(line)
        }
    }

    private func carryOut(_ decision: OrganizationBook.Decision) {
        switch decision {
        case .ask(let organization): ports.exchange.askCredentials(of: organization)
        case .write(let key): ports.credentials.write(key)
        case .prune(let registration, let kept): ports.credentials.prune(registration, keeping: kept)
        case .purge: ports.credentials.purge()
        case .settled(let organization, let failure): ports.screens.organizationSettled(organization, failure)
        // The phone carries these out itself.
        case .save, .connect, .release, .replaced, .forgot, .activated, .startTimer, .stopTimer: break
        }
    }

    private func carryOut(_ decision: PushKeyRegistration.Decision) {
        switch decision {
        case .make: ports.pushKeys.make()
        case .upload(let id):
            guard let key = ports.pushKeys.key(id) else { return send(.pushKeys(.found(nil))) }
            ports.exchange.upload(id, key)
        case .erase: ports.pushKeys.erase()
        // The phone carries these out itself.
        case .startTimer, .stopTimer: break
        }
    }

    private func carryOut(_ decision: SessionKeeper.Decision) {
        switch decision {
        case .renew: ports.exchange.renewSession()
        case .over(let cause): ports.screens.sessionOver(cause)
        // The phone carries these out itself.
        case .clear, .startTimer, .stopTimer: break
        }
    }
}
