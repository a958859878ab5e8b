/// How a call leaves the books.
extension DeviceMachine {
    /// Takes a call off the screen and into Recents. Its actions under way stay the app's until they time out.
    mutating func finish(_ id: SystemCallID, _ ending: CallEnding, into effects: inout [DeviceEffect]) {
        guard let call = calls[id] else { return }
        calls.list.removeAll { $0.id == id }
        calls.orphanActions(of: id)
        if call.phase == .ringing { effects.append(.stopTimer(.ringLimit(id))) }
        if call.isNeglected { effects.append(.stopTimer(.neglectedCall(id))) }
        effects.append(.observe(.call(.ended(id, showsFailure: ending.showsFailure))))
        if calls.isObserved {
            self.call(.calls(.callChanged(call.observed(hasEnded: true))), into: &effects)
        }
        guard call.owner == .app else { return }
        remember(call, ending, into: &effects)
        resumeTelephone(into: &effects)
        guard call.isMuted, policy.actions.unmutesEndedCall, ending != .providerGone, ending != .reset else { return }
        perform([RequestedAction(.setMuted(false), id)], from: .system, into: &effects)
    }

    private mutating func remember(_ call: SystemCall, _ ending: CallEnding, into effects: inout [DeviceEffect]) {
        calls.endedLately.removeAll { $0 == call.id }
        calls.endedLately.append(call.id)
        if calls.endedLately.count > policy.calls.endedUUIDCountMax { calls.endedLately.removeFirst() }
        guard calls.provider?.configuration.includesCallsInRecents != false else { return }
        let entry = RecentsEntry(
            call: call.id, kind: Self.recentsKind(of: call, ending), name: calls.name(of: call.update))
        effects.append(.observe(.recents(entry)))
    }

    private static func recentsKind(of call: SystemCall, _ ending: CallEnding) -> RecentsEntry.Kind {
        switch call.phase {
        case .connected: call.isOutgoing ? .outgoing : .incoming
        case .starting, .dialing: .cancelled
        case .answering: .incoming
        case .ringing: ending.isMissedWhileRinging ? .missed : .incoming
        }
    }

    /// A telephone call that was held for the app's goes on when no other is in front.
    private mutating func resumeTelephone(into effects: inout [DeviceEffect]) {
        guard !calls.list.contains(where: \.isInFront),
            let held = calls.list.first(where: { $0.owner == .telephone && $0.isHeld })
        else { return }
        calls.change(held.id) { $0.isHeld = false }
        effects.append(.observe(.call(.held(held.id, false))))
    }

    /// The phone rang too long: the app is asked to end the call, as if the person had declined.
    mutating func endRinging(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard calls[id]?.phase == .ringing, !calls.isPending(id, { $0 == .end }) else { return }
        perform([RequestedAction(.end, id)], from: .ringLimit, into: &effects)
    }

    /// A call whose hold or mute nobody completed is ended.
    mutating func endNeglected(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard calls[id] != nil else { return }
        calls.change(id) { $0.isNeglected = false }
        guard !calls.isPending(id, { $0 == .end }) else { return }
        perform([RequestedAction(.end, id)], from: .system, into: &effects)
    }
}

/// How a call left the daemon's books.
enum CallEnding: Hashable, Sendable {
    /// The app reported it.
    case reported(CallEndedReason)
    /// An end action, fulfilled or timed out.
    case action(PendingAction.Origin)
    /// The answer or start action failed or timed out.
    case notPerformed
    /// The process died, or the provider was given up.
    case providerGone
    /// The daemon was restarted, or gave the call up.
    case reset

    /// Whether the call screen says that the call failed.
    var showsFailure: Bool {
        switch self {
        case .reported(let reason): reason == .failed
        case .notPerformed, .providerGone: true
        case .action, .reset: false
        }
    }

    /// Whether an incoming call that ended so while ringing is a missed one.
    ///
    /// Source: observed; Apple documents none of it (C35).
    var isMissedWhileRinging: Bool {
        switch self {
        case .reported(let reason):
            switch reason {
            case .failed, .remoteEnded, .unanswered: true
            case .answeredElsewhere, .declinedElsewhere: false
            }
        case .action(let origin): origin == .ringLimit
        case .notPerformed, .providerGone, .reset: true
        }
    }
}

/// Why an app says that a call ended.
public enum CallEndedReason: UInt8, Hashable, Sendable {
    case failed = 1
    case remoteEnded = 2
    case unanswered = 3
    case answeredElsewhere = 4
    case declinedElsewhere = 5
}

/// What Recents keeps of a call.
public struct RecentsEntry: Hashable, Sendable {
    /// How Recents shows it.
    public enum Kind: Hashable, Sendable {
        case incoming, missed, outgoing, cancelled
    }

    public var call: SystemCallID
    public var kind: Kind
    public var name: DisplayedName

    /// Describes an entry.
    public init(call: SystemCallID, kind: Kind, name: DisplayedName) {
        self.call = call
        self.kind = kind
        self.name = name
    }
}
