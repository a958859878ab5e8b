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
        case .upload(let token): ports.tokens.upload(token)
        case .startTimer(let timer, let delay): timers.start(timer, after: delay)
        case .stopTimer(let timer): timers.stop(timer)
        case .settle(let ticket, let outcome): settle(ticket, outcome)
        case .publish(let news): ports.screens.show(news)
        case .prepare(.audio): ports.audio.prepare()
        case .prepare(.network): ports.path.prepare()
        case .log(let line): ports.log.write(line)
        }
    }
}
