/// Calls of the telephone, beside the app's.
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

    /// The telephone call is in front at once; the app's calls are held, or ended if they cannot be.
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

    /// If the person hung up, the app's call is resumed; if the other side did, it stays held and silent.
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

    mutating func handle(_ event: CallServicesEvent, into effects: inout [DeviceEffect]) {
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

    /// Lists are kept sorted, so that the order of telling makes no difference.
    private static func insert(_ handle: HandleID, into list: inout [HandleID]) {
        guard !list.contains(handle) else { return }
        list.append(handle)
        list.sort()
    }
}

/// What happens to calls of the telephone network, which are not the app's.
public enum CellularEvent: Hashable, Sendable {
    /// A call rings.
    case rings(SystemCallID)
    /// The person answers it; calls of the app are held, or ended.
    case answered(SystemCallID, endingOthers: Bool)
    /// The call ends. Whether the person or the other side ended it decides about the app's held call.
    case ends(SystemCallID, byRemote: Bool)
}

/// What the daemon of calls does by itself, and what the person told it about callers.
public enum CallServicesEvent: Hashable, Sendable {
    /// The daemon is restarted: all calls are gone.
    case restarts
    /// The daemon gives a call up, as after an interruption, and asks nothing of the app: a request about it is refused
    /// from then on. Source: forum 109002 (observed).
    case givesUp(SystemCallID)
    /// A filter for incoming calls is switched on, or off.
    case filter(IncomingFilter?)
    /// A handle that a Focus lets through.
    case allows(HandleID)
    /// A handle is blocked.
    case blocks(HandleID)
    /// A handle is in Contacts.
    case knows(HandleID)
    /// The system mutes or unmutes a call of its own accord.
    case mutes(SystemCallID, Bool)
}

/// What keeps incoming calls from the person.
public enum IncomingFilter: Hashable, Sendable {
    case doNotDisturb, restrictedSharing, protection, sensitiveParticipants
}
