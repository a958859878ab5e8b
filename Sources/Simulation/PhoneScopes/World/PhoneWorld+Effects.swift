import CallModel
import DeviceModel
import PhoneCore

/// What the phone asks of its shell.
extension PhoneWorld {
    /// Gives the phone an event and carries out what it asks.
    mutating func tell(_ event: PhoneEvent) {
        guard phone != nil, let event = heard(event) else { return }
        let turn = memory.turn(of: $phone, event)
        $phone = turn.phone
        for effect in turn.effects where phone != nil && isCarriedOut(effect) {
            // The adapter hands on no completion of an action that the daemon has forgotten.
            if case .complete(let action, _) = effect, checker.isForgotten(action) { continue }
            checker.watch(effect, in: device, isQuiet: mainQueue.isEmpty && privateQueue.isEmpty)
            if case .store = effect, let stored = turn.stored { $disk = stored } else { carryOut(effect) }
        }
        while !saidAtOnce.isEmpty { tell(saidAtOnce.removeFirst()) }
    }

    private mutating func carryOut(_ effect: PhoneEffect) {
        switch effect {
        case .report(let order): carryOut(order)
        case .complete(let action, .fulfilled): tell(.calls(.fulfill(action.actionID)))
        case .complete(let action, .failed): tell(.calls(.fail(action.actionID)))
        case .request(let name, let actions):
            tell(.calls(.request(papers.file(name), actions.map(\.requested))))
        case .line(let order): carryOut(order)
        case .signaling(let order): carryOut(order)
        case .audio(let order): carryOut(order)
        case .store(let record): disk = record
        case .startTimer(let timer, let duration): start(timer, after: duration)
        case .stopTimer(let timer): stop(timer)
        case .notification(let order): carryOut(order)
        case .settle(_, .accepted(let call?)): accept(call)
        case .organizations(let decision): carryOut(decision)
        case .askOutcome(let call, let session, let organization):
            if let organization { use(organization) }
            answerOutcome(of: call, session)
        case .askRing(let request): answer(request)
        case .prepare(.network): watchPath()
        case .keepAwake(true):
            isAwakeTimeOver = false
            tell(AppEvent.process(.beginBackgroundTask(Self.backgroundTask)))
        case .keepAwake(false): tell(AppEvent.process(.endBackgroundTask(Self.backgroundTask)))
        case .upload(let message): if hasAccount { account.tokenAsked = message }
        case .signOut(let step): signOut(step)
        case .session, .fetchCredentials, .pushKeys, .settle, .publish, .prepare(.audio), .listen, .uploadAlertToken,
            .log:
            break
        }
    }

    private mutating func carryOut(_ order: ReportOrder) {
        switch order {
        case .incoming(let call, _, let purpose):
            if let session = sessions.first(where: { $0.isNamed(call) }) {
                checker.announcedAgain(as: { session.isNamed($0) })
            }
            let report = IncomingReport(id: papers.file(call, purpose), call: call.systemID)
            tell(.calls(.setConfiguration(ProviderID(0), CallConfiguration())))
            tell(.calls(.reportIncoming(report)))
        case .updated(let call, _): tell(.calls(.reportUpdated(call.systemID, CallUpdate())))
        case .ended(let call, let reason): tell(.calls(.reportEnded(call.systemID, CallEndedReason(reason))))
        case .connecting(let call): tell(.calls(.reportOutgoingStartedConnecting(call.systemID)))
        case .connected(let call): tell(.calls(.reportOutgoingConnected(call.systemID)))
        }
    }

    private mutating func carryOut(_ order: AudioOrder) {
        switch order {
        case .configure:
            var effects: [DeviceEffect] = []
            _ = device.setCategory(
                .playAndRecord, mode: .voiceChat, options: .bluetoothHandsFree, from: device.process.generation,
                into: &effects)
            carryOut(effects)
        case .start: tell(AppEvent.audio(.startMedia))
        case .stop: tell(AppEvent.audio(.stopMedia))
        case .speaker, .prefer, .haptic: break
        }
    }

    /// The exchange says what became of a call, if anything has.
    private mutating func answerOutcome(of call: CallUUID, _ session: CallSessionID) {
        guard case .over(let reason) = sessions.first(where: { $0.id == session })?.stage else { return }
        signaling.append(.notices(.news(call, reason)))
    }

    private mutating func carryOut(_ order: NotificationOrder) {
        if case .missed(let call, _, _) = order, sessions.contains(where: { $0.isNamed(call) && $0.wasTaken }) {
            checker.note("a call that was taken is told as missed")
        }
        signaling += checker.told(order).map { .acknowledged($0) }
    }

    /// The keychain, which takes what it is given, and the exchange's API.
    private mutating func carryOut(_ decision: OrganizationBook.Decision) {
        switch decision {
        case .ask(let organization):
            use(organization)
            isAskedForCredentials = true
        case .write(let key):
            use(key.organization)
            hasCredentials = true
            signaling.append(.organizations(.written(key, true)))
        case .prune(let registration, let kept):
            if registration == self.registration { hasCredentials = kept != nil }
            signaling.append(.organizations(.pruned(registration)))
        // A phone on which nothing was ever stored connects all the same.
        case .purge: break
        // The phone carries these out itself; of a switch that is settled only the app's screens are told.
        case .save, .connect, .release, .replaced, .forgot, .activated, .settled, .startTimer, .stopTimer: break
        }
    }

    /// For every call of a scope only the credentials of its own organisation will do.
    mutating func use(_ organization: OrganizationID) {
        if organization != Self.organization { checker.strangeCredentials.append(organization) }
    }
}
