import CallModel
import DeviceModel
import PhoneCore

/// Carries out the phone's effects.
extension PhoneWorld {
    /// Gives the phone an event and carries out its effects.
    mutating func pass(_ event: PhoneEvent) {
        guard phone != nil, let event = received(event) else { return }
        let turn = memory.turn(of: $phone, event)
        $phone = turn.phone
        for effect in turn.effects where phone != nil && isCarriedOut(effect) {
            // The adapter does not forward the completion of an action that the daemon has forgotten.
            if case .complete(let action, _) = effect, checker.isForgotten(action) { continue }
            checker.watch(effect, in: device, isQuiet: mainQueue.isEmpty && privateQueue.isEmpty)
            if case .store = effect, let stored = turn.stored { $disk = stored } else { carryOut(effect) }
        }
        while !saidAtOnce.isEmpty { pass(saidAtOnce.removeFirst()) }
    }

    private mutating func carryOut(_ effect: PhoneEffect) {
        switch effect {
        case .report(let order): carryOut(order)
        case .complete(let action, .fulfilled): pass(.calls(.fulfill(action.actionID)))
        case .complete(let action, .failed): pass(.calls(.fail(action.actionID)))
        case .request(let name, let actions):
            pass(.calls(.request(pendingCompletions.file(name), actions.map(\.requested))))
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
            pass(AppEvent.process(.beginBackgroundTask(Self.backgroundTask)))
        case .keepAwake(false): pass(AppEvent.process(.endBackgroundTask(Self.backgroundTask)))
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
            let report = IncomingReport(id: pendingCompletions.file(call, purpose), call: call.systemID)
            pass(.calls(.setConfiguration(ProviderID(0), CallConfiguration())))
            pass(.calls(.reportIncoming(report)))
        case .updated(let call, _): pass(.calls(.reportUpdated(call.systemID, CallUpdate())))
        case .ended(let call, let reason): pass(.calls(.reportEnded(call.systemID, CallEndedReason(reason))))
        case .connecting(let call): pass(.calls(.reportOutgoingStartedConnecting(call.systemID)))
        case .connected(let call): pass(.calls(.reportOutgoingConnected(call.systemID)))
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
        case .start: pass(AppEvent.audio(.startMedia))
        case .stop: pass(AppEvent.audio(.stopMedia))
        case .speaker, .prefer, .haptic: break
        }
    }

    /// Delivers the outcome of a call, if it has ended.
    private mutating func answerOutcome(of call: CallUUID, _ session: CallSessionID) {
        guard case .over(let reason) = sessions.first(where: { $0.id == session })?.stage else { return }
        signaling.append(.notices(.update(call, reason)))
    }

    private mutating func carryOut(_ order: NotificationOrder) {
        if case .missed(let call, _, _) = order, sessions.contains(where: { $0.isNamed(call) && $0.wasTaken }) {
            checker.note("a call that was taken is told as missed")
        }
        signaling += checker.handled(order).map { .acknowledged($0) }
    }

    /// Carries out decisions with the keychain, which accepts everything, and the exchange's API.
    private mutating func carryOut(_ decision: OrganizationState.Effect) {
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
        // A phone without any stored data connects nevertheless.
        case .purge: break
        // The phone carries these out itself; a settled switch concerns only the app's screens.
        case .save, .connect, .release, .replaced, .forgot, .activated, .settled, .startTimer, .stopTimer: break
        }
    }

    /// Records the use of credentials that are not of the calls' organization.
    mutating func use(_ organization: OrganizationID) {
        if organization != Self.organization { checker.strangeCredentials.append(organization) }
    }
}

/// The phone's timers. A shell may still deliver a stopped timer that has already fired.
extension PhoneWorld {
    /// The number of remembered timers; more would multiply states.
    private static let stoppedMax = 2

    mutating func start(_ timer: PhoneTimer, after duration: Duration) {
        keepStopped(timer)
        let isCutShort = plantedFault == .takeUpCutShort && duration == PhoneLimits().takeUpDuration
        countdowns.start(.phone(timer), after: isCutShort ? Self.unknownCallWait / 2 : duration)
    }

    mutating func stop(_ timer: PhoneTimer) {
        keepStopped(timer)
        countdowns.stop(.phone(timer))
    }

    private mutating func keepStopped(_ timer: PhoneTimer) {
        guard faults.lateTimers > 0, countdowns.owners.contains(.phone(timer)) else { return }
        stoppedTimers = Array((stoppedTimers.filter { $0 != timer } + [timer]).suffix(Self.stoppedMax))
    }

    var lateActions: [PhoneAction] {
        guard faults.lateTimers > 0, device.process.runs else { return [] }
        return stoppedTimers.map { .late($0) }
    }

    /// Delivers a stopped or replaced timer. A replaced timer may come too early, and the other properties judge the
    /// result; a stopped one must not change the phone.
    mutating func pass(late timer: PhoneTimer) {
        faults.lateTimers -= 1
        stoppedTimers = faults.lateTimers > 0 ? stoppedTimers.filter { $0 != timer } : []
        let isReplaced = countdowns.owners.contains(.phone(timer))
        let before = phone
        pass(.timer(timer))
        guard !isReplaced, phone != before else { return }
        checker.note("a timer that was stopped changed something: \(timer)")
    }
}
