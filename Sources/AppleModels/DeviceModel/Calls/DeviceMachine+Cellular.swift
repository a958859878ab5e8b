/// Handles calls of the telephone network and changes in the call daemon.
extension DeviceMachine {
    mutating func handle(_ event: CellularEvent, into effects: inout [DeviceEffect]) {
        switch event {
        case .rings(let id): ringTelephone(id, into: &effects)
        case .answered(let id, let endingOthers): answerTelephone(id, endingOthers: endingOthers, into: &effects)
        case .ends(let id, let byRemote): endTelephone(id, byRemote: byRemote, into: &effects)
        }
    }

    private mutating func ringTelephone(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard calls[id] == nil else { return }
        calls.list.append(
            SystemCall(
                id: id, owner: .telephone, isOutgoing: false, phase: .ringing, group: calls.freeGroup,
                update: CallUpdate()))
        effects.append(.observe(.call(.rings(id, .unknown))))
        showToObserver(id, into: &effects)
    }

    /// Answers a telephone call at once. The app's calls are held, or ended if they cannot be held.
    private mutating func answerTelephone(_ id: SystemCallID, endingOthers: Bool, into effects: inout [DeviceEffect]) {
        guard let call = calls[id], call.owner == .telephone, call.phase == .ringing else { return }
        calls.change(id) { $0.phase = .connected }
        effects.append(.observe(.call(.connected(id))))
        showToObserver(id, into: &effects)
        for other in calls.own where other.isInFront {
            if !endingOthers, allows(.setHeld(true), other) {
                calls.change(other.id) { $0.isHeldForTelephone = true }
                perform([RequestedAction(.setHeld(true), other.id)], from: .system, into: &effects)
            } else if !calls.isPending(other.id, { $0 == .end }) {
                perform([RequestedAction(.end, other.id)], from: .person, into: &effects)
            }
        }
    }

    /// Ends a telephone call. If the person ended it, the app's call is resumed; if the other side did, the app's call
    /// stays held and silent.
    private mutating func endTelephone(_ id: SystemCallID, byRemote: Bool, into effects: inout [DeviceEffect]) {
        guard let call = calls[id], call.owner == .telephone else { return }
        finish(id, .action(.person), into: &effects)
        guard call.phase == .connected else { return }
        let staysSilent = byRemote && !policy.audio.activatesAfterRemoteEndedInterruption
        for other in calls.own where other.isHeldForTelephone {
            calls.change(other.id) {
                $0.isHeldForTelephone = false
                $0.staysSilent = staysSilent
            }
            guard !byRemote else { continue }
            perform([RequestedAction(.setHeld(false), other.id)], from: .system, into: &effects)
        }
    }

    mutating func handle(_ event: CallDaemonEvent, into effects: inout [DeviceEffect]) {
        switch event {
        case .restarts: restartCallServices(into: &effects)
        case .givesUp(let id): if calls[id]?.owner == .app { finish(id, .reset, into: &effects) }
        case .filter(let filter): calls.filter = filter
        case .allows(let handle): Self.insert(handle, into: &calls.allowed)
        case .blocks(let handle): Self.insert(handle, into: &calls.blocked)
        case .knows(let handle): Self.insert(handle, into: &calls.contacts)
        case .mutes(let id, let isMuted):
            guard calls.provider != nil else { return }
            perform([RequestedAction(.setMuted(isMuted), id)], from: .system, into: &effects)
        }
    }

    /// The lists are sorted, so that the order of insertions makes no difference to the state.
    private static func insert(_ handle: HandleID, into list: inout [HandleID]) {
        guard !list.contains(handle) else { return }
        list.append(handle)
        list.sort()
    }
}

/// An event of a telephone network call, which is not the app's.
public enum CellularEvent: Hashable, Sendable {
    /// A call rings.
    case rings(SystemCallID)
    /// The person answers it; calls of the app are held, or ended.
    case answered(SystemCallID, endingOthers: Bool)
    /// The call ends. If the other side ended it (`byRemote`), the app's held call is not resumed.
    case ends(SystemCallID, byRemote: Bool)
}

/// An event of the call daemon, or a change of the person's filters for callers.
public enum CallDaemonEvent: Hashable, Sendable {
    /// The daemon restarts and loses all calls.
    case restarts
    /// The daemon drops a call, as after an interruption, without asking the app. It refuses later requests for that
    /// call. Source: forum 109002 (observed).
    case givesUp(SystemCallID)
    /// A filter for incoming calls is switched on; nil switches it off.
    case filter(IncomingFilter?)
    /// The Focus lets this handle through.
    case allows(HandleID)
    /// The person blocks a handle.
    case blocks(HandleID)
    /// The person adds a handle to Contacts.
    case knows(HandleID)
    /// The system mutes or unmutes a call of its own accord.
    case mutes(SystemCallID, Bool)
}

/// A filter that keeps incoming calls from the person.
public enum IncomingFilter: Hashable, Sendable {
    case doNotDisturb, restrictedSharing, protection, sensitiveParticipants
}
