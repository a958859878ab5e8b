import CallModel
import DeviceModel
import PhoneCore

/// The possible actions of a state.
extension PhoneWorld {
    var queueActions: [PhoneAction] {
        var actions: [PhoneAction] = []
        if device.process.runs {
            if !mainQueue.isEmpty { actions.append(.mainQueue) }
            if !privateQueue.isEmpty { actions.append(.privateQueue) }
            if !signaling.isEmpty { actions.append(.signaling) }
        }
        if isQuiet, canTimePass { actions.append(.time) }
        return actions
    }

    /// Whether time may pass: some deadline must be able to fire, which the phone's cannot while its process does not
    /// run.
    private var canTimePass: Bool { countdowns.owners.contains(where: mayCome) }

    func mayCome(_ owner: PendingDeadlines.Owner) -> Bool { device.process.runs || !owner.isOfProcess }

    var exchangeActions: [PhoneAction] {
        var actions: [PhoneAction] = []
        for session in sessions { actions += self.actions(of: session) }
        if faults.unreadablePushes > 0 { actions.append(.push(.unreadable)) }
        guard device.process.runs else { return actions }
        actions += accountActions
        guard hasNetwork else { return actions }
        if link == .connecting || link == .broken { actions.append(.connects) }
        if homeLink == .connecting || homeLink == .broken { actions.append(.homeConnects) }
        if otherLink == .connecting || otherLink == .broken { actions.append(.otherConnects) }
        if isAskedForCredentials { actions += [.grants, .denies] }
        if link == .ready, faults.breaks > 0 { actions.append(.breaks) }
        if otherLink == .ready, faults.breaks > 0 { actions.append(.otherBreaks) }
        if link == .connecting, faults.refusals > 0 { actions += [.refuses, .unreachable] }
        return actions
    }

    private func actions(of session: ExchangeSession) -> [PhoneAction] {
        var actions: [PhoneAction] = []
        let isHeard = isHeard(over: registration(of: session))
        switch session.stage {
        case .unborn: return isNextToCall(session) ? [.call(session.number)] : []
        case .dialed: return []
        case .ringing:
            actions.append(.callerEnds(session.number))
            if session.direction == .inbound, faults.takings > 0 { actions.append(.takenElsewhere(session.number)) }
            if session.detached != nil { actions.append(.peerAnswers(session.number)) }
            guard isHeard, device.process.runs else { break }
            if session.direction == .outbound {
                if session.detached == nil { actions.append(.peerAnswers(session.number)) }
            } else if session.line == nil, canBeInvited(session) {
                actions.append(.invite(session.number))
            }
        case .answered: actions.append(.callerEnds(session.number))
        case .over: if faults.endPushes > 0, hasNetwork { actions.append(.push(.end(session.number))) }
        }
        if session.line?.awaitsMedia == true, isHeard { actions.append(.media(session.number)) }
        let pushes = session.pushesLeft
        if faults.lostPushes > 0 { actions += pushes.map { .losesPush($0) } }
        return actions + (hasNetwork ? pushes.map { .push($0) } : [])
    }

    /// Whether this is the next call to place; calls are alike, so they are placed in order.
    private func isNextToCall(_ session: ExchangeSession) -> Bool {
        sessions.first { $0.stage == .unborn && $0.direction == .inbound }?.number == session.number
    }

    var personActions: [PhoneAction] {
        let own = device.calls.own
        let standing = device.calls.list.contains { $0.phase == .connected && !$0.isHeld }
        return own.flatMap { call -> [UserAction] in
            switch call.phase {
            case .ringing:
                return [.decline(call.id)]
                    + (standing ? [.endAndAccept(call.id), .holdAndAccept(call.id)] : [.answer(call.id)])
            case .answering, .starting, .dialing: return [.end(call.id)]
            case .connected:
                guard faults.presses > 0 else { return [.end(call.id)] }
                return [.end(call.id), .setHeld(call.id, !call.isHeld), .setMuted(call.id, !call.isMuted)]
            }
        }.map { .person($0) }
    }

    var fateActions: [PhoneAction] {
        var actions: [PhoneAction] = []
        let lives = device.process.life != .notRunning
        actions += deaths.map { .life($0) }
        if faults.silences > 0 { actions.append(.silence) }
        if device.lock == .beforeFirstUnlock {
            actions.append(.lock(.unlock))
        } else if faults.locks > 0 {
            actions.append(.lock(device.lock == .unlocked ? .lock : .unlock))
        }
        actions += surroundingActions
        if nextDialed != nil || wantsScreen || waitsOnScreen, device.process.life != .foreground {
            actions.append(.life(.openApp))
        }
        // A user who takes up the phone looks at the missed calls.
        if !lives, let disk, !disk.calls.isEmpty {
            if device.lock == .unlocked {
                if !wantsScreen, !waitsOnScreen { actions.append(.life(.openApp)) }
            } else if !actions.contains(.lock(.unlock)) {
                actions.append(.lock(.unlock))
            }
        }
        return actions
    }

    /// The possible ends of the process: a force quit, a crash, or the reclaiming of its memory.
    private var deaths: [ProcessEvent] {
        guard faults.deaths > 0, device.process.life != .notRunning else { return [] }
        return [.forceQuit] + (device.process.runs ? [.crash] : [])
            + (device.process.life == .foreground ? [] : [.reclaimMemory])
    }
}

/// The results of actions.
extension PhoneWorld {
    mutating func perform(_ action: PhoneAction) {
        switch action {
        case .mainQueue: runMainQueue()
        case .privateQueue: runPrivateQueue()
        case .signaling: runSignaling()
        case .call(let number): placeCall(number)
        case .callerEnds(let number): endByCaller(number)
        case .takenElsewhere(let number): answerElsewhere(number)
        case .dial(let number): dial(number)
        case .giveUp(let number): giveUp(number)
        case .peerAnswers(let number): answerByPeer(number)
        case .push(let kind): push(kind)
        case .losesPush(let kind):
            faults.lostPushes -= 1
            handle(kind)
        case .connects: connect(registration)
        case .otherConnects: connect(Self.otherRegistration)
        case .homeConnects: connectHome()
        case .grants: answerCredentials(.granted(CredentialKey(Self.organization, CredentialVersion(rawValue: 1))))
        case .denies: answerCredentials(.denied(Self.organization, .notMember))
        case .breaks:
            faults.breaks -= 1
            breakLink(of: registration)
        case .otherBreaks:
            faults.breaks -= 1
            breakLink(of: Self.otherRegistration)
        case .refuses: refuseLink(.refused)
        case .unreachable: refuseLink(.unreachable)
        case .silence:
            faults.silences -= 1
            pass(.world(.callServices(.filter(.doNotDisturb))))
        case .invite(let number): invite(number)
        case .media(let number): letMediaFlow(number)
        case .person(let event):
            if case .setHeld = event { faults.presses -= 1 }
            if case .setMuted = event { faults.presses -= 1 }
            pass(.world(.person(event)))
        case .life(let event):
            live(event)
        case .lock(let event):
            if faults.locks > 0, device.lock != .beforeFirstUnlock { faults.locks -= 1 }
            pass(.world(.lock(event)))
        case .path, .callServicesRestart, .telephone, .interruption, .signOut, .forgets, .logsOut, .late:
            performAround(action)
        case .time: passTime()
        }
    }

    private mutating func live(_ event: ProcessEvent) {
        if event != .openApp { faults.deaths -= 1 }
        // The system counts a push whose handling crashed as one without a report; the scope caused it.
        checker.excusesPushes = event == .crash
        pass(.world(.life(event)))
        checker.excusesPushes = false
    }

    private mutating func push(_ kind: ScopePush) {
        handle(kind)
        pushesSent += 1
        pushes[VoIPPushID(pushesSent)] = kind
        pass(.world(.push(.arrives(PushArrival(id: VoIPPushID(pushesSent))))))
    }

    /// Removes a push from those that have not arrived.
    private mutating func handle(_ kind: ScopePush) {
        switch kind {
        case .ours(let number):
            if faults.doubledPushes > 0 {
                faults.doubledPushes -= 1
            } else {
                sessions[Int(number)].ownPushes -= 1
            }
        case .vendors(let number): sessions[Int(number)].vendorPushes -= 1
        case .end: faults.endPushes -= 1
        case .unreadable: faults.unreadablePushes -= 1
        }
    }

    private mutating func passTime() {
        let runs = device.process.runs
        guard let owner = countdowns.popFirst(where: { runs || !$0.isOfProcess }) else { return }
        switch owner {
        case .device(let timer): pass(.timerFired(timer))
        case .phone(let timer): pass(.timer(timer))
        case .path(let timer): pass(timer)
        case .unknownCalls(let registration): endUnknownCalls(of: registration)
        case .resumption(let number), .callerGrace(let number): endResumption(of: number)
        }
    }
}
