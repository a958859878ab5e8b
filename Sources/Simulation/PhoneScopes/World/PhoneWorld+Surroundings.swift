import DeviceModel
import PhoneCore

/// What happens around the calls: the network, the daemon of calls, the telephone, alarms, and the person's account.
extension PhoneWorld {
    private static let telephone = SystemCallID(high: 0x7E1E, low: 0)

    var surroundingActions: [PhoneAction] {
        var actions = pathActions + telephoneActions + interruptionActions + lateActions
        if faults.resets > 0, device.calls.hasOwnCalls { actions.append(.callServicesRestart) }
        if canSignOut { actions.append(.signOut) }
        return actions
    }

    private var telephoneActions: [PhoneAction] {
        let id = Self.telephone
        guard let call = device.calls[id] else { return faults.cellularCalls > 0 ? [.telephone(.rings(id))] : [] }
        guard call.phase == .ringing else {
            return [.telephone(.ends(id, byRemote: false)), .telephone(.ends(id, byRemote: true))]
        }
        return [
            .telephone(.answered(id, endingOthers: false)), .telephone(.answered(id, endingOthers: true)),
            .telephone(.ends(id, byRemote: true)),
        ]
    }

    /// An alarm takes only a session that is active.
    private var interruptionActions: [PhoneAction] {
        if device.audio.isInterrupted { return [.interruption(.ended(shouldResume: true))] }
        return faults.interruptions > 0 && device.audio.activation == .callServices ? [.interruption(.began)] : []
    }

    mutating func performAround(_ action: PhoneAction) {
        switch action {
        case .path(let path): changePath(to: path)
        case .callServicesRestart:
            faults.resets -= 1
            tell(.world(.callServices(.restarts)))
        case .telephone(let event):
            if case .rings = event { faults.cellularCalls -= 1 }
            tell(.world(.cellular(event)))
        case .interruption(let interruption):
            if interruption == .began { faults.interruptions -= 1 }
            tell(.world(.audio(.interruption(interruption))))
        case .signOut: signOut()
        case .forgets(let isDone): answerToken(isDone: isDone)
        case .logsOut(let isDone): answerSession(isDone: isDone)
        case .late(let timer): tell(late: timer)
        default: break
        }
    }

    /// The daemon has lost all its calls, and waits for none of its actions.
    mutating func reset() {
        checker.forgetActions()
        tell(.system(.reset))
        checker.endForgetting()
        papers.daemonRestarted()
    }

    /// Whether the daemon has started anew and the phone has not heard of it.
    var isResetUnderWay: Bool {
        mainQueue.contains { if case .calls(.didReset) = $0 { true } else { false } }
    }

    /// Whether the phone does what is hazardous because the news that would keep it from that is still on its way.
    func isCrossed(_ observation: Observation) -> Bool {
        switch observation {
        case .hazard(.idleCompletion): isResetUnderWay
        case .hazard(.mediaBeforeActivation):
            mainQueue.contains { if case .calls(.didDeactivate) = $0 { true } else { false } }
        default: false
        }
    }

    /// Whether a call is the telephone's.
    static func isTelephone(_ call: SystemCallID) -> Bool { call.high == telephone.high }
}
