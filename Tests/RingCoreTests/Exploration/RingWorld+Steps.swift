import CallModel
import RingCore

extension RingWorld {
    /// The next command reaches the carrier. A name that was done is not done again.
    mutating func send() {
        guard let index = outbox.firstIndex(where: { !$0.isSent }) else { return }
        outbox[index].isSent = true
        outbox[index].isMarked = true
        let row = outbox[index]
        let order = tampering?.mistake(row.command, carrier, number(row.command.leg)) ?? row.command
        var sent: [Mail] = []
        let answer: CarrierModel.Answer
        if carrier.done.contains(row.id) {
            var name: CarrierLegID?
            switch row.command {
            case .dial(let leg, _), .barge(let leg, _): name = CarrierLegID("leg \(number(.leg(leg)))")
            default: break
            }
            answer = .result(.accepted(name))
        } else {
            var carrier = self.carrier
            answer = carrier.perform(order, epoch: row.id.epoch, { number($0) }, &sent)
            self.carrier = carrier
            if case .result(.accepted) = answer { self.carrier.done.append(row.id) }
        }
        post(sent)
        replies.append(Reply(id: row.id, leg: row.command.leg, answer: answer))
        noticeSound()
    }

    mutating func refuseBridge() {
        guard let index = outbox.firstIndex(where: { !$0.isSent }) else { return }
        faults.conflicts -= 1
        outbox[index].isSent = true
        outbox[index].isMarked = true
        replies.append(Reply(id: outbox[index].id, leg: outbox[index].command.leg, answer: .result(.conflict)))
    }

    /// The next command meets an outage.
    mutating func fail(_ outage: RingOutage) {
        guard let index = outbox.firstIndex(where: { !$0.isSent }) else { return }
        faults.outages -= 1
        lostSomething = true
        // Of the commands sent before a crash, one too many has no effect.
        let result = outbox[index].isMarked ? CommandResult.unavailable : outage.result
        if outage == .replyLost {
            send()
            replies.removeLast()
        }
        outbox[index].isSent = true
        outbox[index].isMarked = true
        replies.append(Reply(id: outbox[index].id, leg: outbox[index].command.leg, answer: .result(result)))
    }

    /// A reply arrives, in the order of the commands: the row is marked, in the transaction of what follows.
    mutating func receiveReply() {
        guard !replies.isEmpty else { return }
        let reply = replies.removeFirst()
        let row = outbox.first { $0.id == reply.id }
        outbox.removeAll { $0.id == reply.id }
        // A command with an unknown result may be repeated.
        if case .result(let result) = reply.answer, result.isForTheMoment {
        } else {
            carrier.done.removeAll { $0 == reply.id }
        }
        if tampering == .forgetsRecordingOrders, case .recordMessage = row?.command { return }
        switch reply.answer {
        case .result(let result): handle(.result(reply.id, result))
        case .looked(let liveness): handle(.carrier(.looked(reply.leg, liveness)))
        }
    }

    mutating func remove(_ letter: Mail) {
        if let index = mail.firstIndex(of: letter) { mail.remove(at: index) }
    }

    mutating func deliver(_ letter: Mail) {
        remove(letter)
        var news = letter.news(of: session.id, tellsLengths: carrier.habits.tellsLengths)
        if tampering == .losesSavedNews, case .recordingSaved = news { return }
        if tampering == .takesRepeatsForEnds, case .answered(.leg(let leg)) = news, session.holder == leg {
            news = .hungUp(.leg(leg), .unknown)
        }
        if tampering == .writesWithoutComparing, case .answered(.leg) = news, let before, case .ringing = before.phase {
            session = before.relative(to: .zero)
        }
        if tampering == .believesEveryBridge, case .bridged(.parent, _) = news, case .claimed(let claim) = session.phase
        {
            return handle(.carrier(.bridged(.parent, BridgeMark(claim.leg, epoch: claim.epoch))))
        }
        if tampering == .takesConsultationsForBridges, case .bridged(.leg, _) = news,
            case .claimed(let claim) = session.phase
        {
            return handle(.carrier(.bridged(.parent, BridgeMark(claim.leg, epoch: claim.epoch))))
        }
        if tampering == .takesCallersLegForParent, session.isReversed, case .hungUp(let number) = letter, number > 0,
            session.legs[number - 1].device == session.outbound?.device
        {
            return handle(.carrier(.hungUp(.parent, .hungUp)))
        }
        if tampering == .takesUnheardBridgeForNone, case .hungUp(.parent, _) = news,
            let row = outbox.first(where: { $0.isSent && $0.command.isBridge })
        {
            handle(.result(row.id, .withdrawn))
        }
        handle(.carrier(news))
    }

    /// Everything in memory is gone, also replies on their way; commands that were sent but not marked are sent again.
    mutating func crash() {
        faults.crashes -= 1
        replies.removeAll { reply in outbox.contains { $0.id == reply.id } }
        for index in outbox.indices {
            outbox[index].isSent = false
            if tampering == .renamesCommands { outbox[index].id = RingCommandID(renaming: outbox[index].id) }
        }
        if tampering == .sendsBeforeCommit, let before { session = before.relative(to: .zero) }
        before = nil
        handle(.reconcile)
    }

    mutating func passTime() {
        if isAnythingUnderWay {
            faults.delays -= 1
            lostSomething = true
        }
        if !isAnythingUnderWay, !lostSomething, case .active = session.phase, !isConversation, !isConsultation {
            checker.violate("they are said to talk without having been joined")
        }
        let time = max(session.nextDue ?? .zero, .zero)
        if carrier.isSilent { silence += time }
        lingering = hasZombie ? lingering + time : .zero
        session = session.relative(to: time)
        handle(.due)
        if let next = session.nextDue, next <= .zero { checker.violate("I13: the time has come, and nothing was done") }
    }

    mutating func end(_ number: Int, isDeclined: Bool = false) {
        var sent: [Mail] = []
        carrier.end(number, &sent, isDeclined: isDeclined)
        post(sent)
        noticeSound()
    }

    mutating func answer(_ number: Int) {
        carrier.legs[number] = .answered
        post([.answered(number)])
    }

    /// The app that a leg rings ends, which the carrier does not notice; the next one is ready, and has no INVITE.
    mutating func beginAnew(_ number: Int) {
        dead.insert(number)
        let process = AppProcess("\(returns)")
        returns -= 1
        handle(.device(session.legs[number - 1].device, .ready, process: process))
    }

    mutating func hold(_ number: Int, _ isHeld: Bool) {
        if isHeld { carrier.holding.insert(number) } else { carrier.holding.remove(number) }
        post([isHeld ? .held(number) : .heldNoLonger(number)])
    }

    mutating func endPlayback() {
        guard let playing = carrier.playing else { return }
        carrier.playing = nil
        post([.playbackEnded(playing.rawValue)])
    }

    private mutating func noticeSound() {
        if !carrier.isSilent { silence = .zero }
    }
}

extension RingCommandID {
    /// Another name, as a planted bug gives it.
    init(renaming id: RingCommandID) {
        self.init(UUIDValue(high: id.value.high, low: id.value.low ^ 0x8000))
    }
}
