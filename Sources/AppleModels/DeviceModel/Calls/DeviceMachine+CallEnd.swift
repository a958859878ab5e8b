/// Ends calls.
extension DeviceMachine {
    /// Removes a call from the screen and adds it to Recents. The app keeps its unfinished actions until they time out.
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
            call: call.id, kind: Self.recentsKind(of: call, ending), name: calls.name(of: call.update),
            handle: call.update.handle)
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

    /// Resumes a telephone call that was held for the app's call, if no other call is active.
    private mutating func resumeTelephone(into effects: inout [DeviceEffect]) {
        guard !calls.list.contains(where: \.isInFront),
            let held = calls.list.first(where: { $0.owner == .telephone && $0.isHeld })
        else { return }
        calls.change(held.id) { $0.isHeld = false }
        effects.append(.observe(.call(.held(held.id, false))))
    }

    /// Asks the app to end a call that rang too long, as if the person had declined it.
    mutating func endRinging(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard calls[id]?.phase == .ringing, !calls.isPending(id, { $0 == .end }) else { return }
        perform([RequestedAction(.end, id)], from: .ringLimit, into: &effects)
    }

    /// Asks the app to end a call whose hold or mute it never completed.
    mutating func endNeglected(_ id: SystemCallID, into effects: inout [DeviceEffect]) {
        guard calls[id] != nil else { return }
        calls.change(id) { $0.isNeglected = false }
        guard !calls.isPending(id, { $0 == .end }) else { return }
        perform([RequestedAction(.end, id)], from: .system, into: &effects)
    }
}

/// How a call ended.
enum CallEnding: Hashable, Sendable {
    /// The app reported it.
    case reported(CallEndedReason)
    /// An end action was fulfilled or timed out.
    case action(PendingAction.Origin)
    /// The answer or start action failed or timed out.
    case notPerformed
    /// The process died, or the app invalidated the provider.
    case providerGone
    /// The daemon was restarted, or dropped the call.
    case reset

    /// Whether the call screen says that the call failed.
    var showsFailure: Bool {
        switch self {
        case .reported(let reason): reason == .failed
        case .notPerformed, .providerGone: true
        case .action, .reset: false
        }
    }

    /// Whether an incoming call that ends this way while ringing is a missed call.
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

/// The reason an app gives for the end of a call.
public enum CallEndedReason: UInt8, Hashable, Sendable {
    case failed = 1
    case remoteEnded = 2
    case unanswered = 3
    case answeredElsewhere = 4
    case declinedElsewhere = 5
}

/// An entry of Recents.
public struct RecentsEntry: Hashable, Sendable {
    /// The kind of call that Recents shows.
    public enum Kind: Hashable, Sendable {
        case incoming, missed, outgoing, cancelled
    }

    /// The call that the entry is about.
    public var call: SystemCallID
    /// How Recents shows the call; a missed one is red.
    public var kind: Kind
    /// The other party, as Recents shows it.
    public var name: CallerName
    /// The handle that a tap on the entry calls; nil if the app gave none.
    public var handle: HandleID?

    /// Describes an entry.
    public init(call: SystemCallID, kind: Kind, name: CallerName, handle: HandleID?) {
        self.call = call
        self.kind = kind
        self.name = name
        self.handle = handle
    }
}
