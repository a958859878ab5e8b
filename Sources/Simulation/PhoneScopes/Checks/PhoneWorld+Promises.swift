import CallModel
import DeviceModel
import PhoneCore

/// What is asked of a moment.
extension PhoneWorld {
    /// What to say of a moment that breaks a promise.
    var remarks: [String] {
        checker.violations + device.calls.own.map { "the system has a call: \($0.phase), held \($0.isHeld)" }
            + countdowns.owners.map { "waiting: \($0)" }
    }

    /// Two pushes of one call never make two calls, but where ours announced it for the exchange: that a push of the
    /// carrier's is of the same only the INVITE tells. One that is given up stays with the system until its report
    /// completes.
    var hasCallsOnlyForSessions: Bool {
        let born = sessions.filter { $0.stage != .unborn }.count
        let own = device.calls.own.filter { !isThrowaway($0.id) && !isGivenUp(CallUUID($0.id)) }
        let untold = sessions.filter { $0.comesBy == .carrier && !($0.hasLiveLine && isQuiet) }.count
        return own.count <= born + untold
    }

    private func isThrowaway(_ call: SystemCallID) -> Bool { call.high == 0x5AFE }

    private func isGivenUp(_ call: CallUUID) -> Bool {
        guard let phone, papers.reports.contains(where: { $0.call == call }) else { return false }
        return !phone.calls.contains { $0.id == call }
    }

    var soundRuns: Bool { device.audio.media == .running }

    var soundIsRight: Bool {
        guard soundRuns, isQuiet else { return true }
        return device.calls.own.contains { $0.phase == .connected && !$0.isHeld }
    }

    /// Whether nothing is under way, and the phone has answered for all that was asked of it.
    var isSettled: Bool { isQuiet && checker.openActions.isEmpty }

    /// A call that the phone has as standing has a line with media, and is one the system has too; and sound runs only in
    /// a session of the system's.
    var hasLinesForCalls: Bool {
        guard isSettled, let phone else { return true }
        let standing = phone.calls.filter { $0.phase == .connected }
        return standing.allSatisfy { call in
            line(of: call.id)?.machine.state.progress == .active && device.calls[call.id.systemID]?.phase == .connected
        } && (!soundRuns || device.audio.activation == .callServices)
    }

    /// The microphone of a line is open only if the system shows its call as neither muted nor held.
    var hasMicrophonesAsShown: Bool {
        guard isSettled, let phone else { return true }
        return device.calls.own.filter { $0.phase == .connected }.allSatisfy { call in
            guard let line = line(of: CallUUID(call.id)), line.machine.state.progress == .active,
                phone.calls.contains(where: { $0.id == CallUUID(call.id) })
            else { return true }
            // What was asked for counts: while the connection is made again it is confirmed by no one.
            let hold = line.machine.state.hold
            return line.isMuted == call.isMuted && (hold == .on || hold == .turningOn) == call.isHeld
        }
    }

    private func line(of call: CallUUID) -> ExchangeSession.Line? {
        sessions.first { phone?.call(on: $0.lineID) == call }?.line
    }

    /// Each call is served by its own organisation's credentials, and another is in use only once its credentials are on
    /// the phone because a call of it was answered: a switch that fails leaves the one before.
    var keepsOrganization: Bool {
        guard checker.strangeCredentials.isEmpty else { return false }
        switch faults.membership {
        case .unknown, .own: return true
        case .other: return inUse == Self.home
        case .stranger: return inUse == Self.home || hasCredentials && inUse == Self.organization
        }
    }

    private var inUse: OrganizationID? { disk?.organizations.active }

    /// Of a call that another device took, no notification says that it was missed.
    var tellsNothingTakenAsMissed: Bool {
        phone == nil
            || sessions.allSatisfy { session in
                self[registration(of: session)] != .ready || session.stage != .over(.answeredElsewhere)
                    || !checker.noticedAsMissed.contains(where: session.isNamed)
            }
    }

    /// Of a call that the record had as ringing when a process ended, a notification says that it was missed, unless it
    /// rang again or was taken elsewhere, or the person has signed out.
    var tellsWhatRang: Bool {
        isSignedOut
            || checker.leftRinging.allSatisfy { call in
                sessions.contains { session in
                    guard case .over(let reason) = session.stage else { return false }
                    return reason.isSettledByUser && session.isNamed(call)
                }
            }
    }

    /// Once nothing is under way, the person talks with one other, as the system shows it and as the exchange has it.
    var hasOneConversation: Bool {
        guard isQuiet else { return true }
        let lines = sessions.compactMap { $0.line?.machine.state }
        return device.calls.own.count { $0.phase == .connected && !$0.isHeld } <= 1
            && lines.count { $0.progress == .active && $0.hold == .off } <= 1
    }

    /// A double tap dials once.
    var dialsOneByOne: Bool { device.calls.own.count { $0.isOutgoing && $0.phase != .connected } <= 1 }

    /// Whether the exchange still has to be told what the person said to a call, as the record has it.
    var owesFarewell: Bool { disk?.past.contains { $0.farewell != nil } ?? false }

    var phoneDeadlines: [Countdowns.Owner] {
        device.process.runs ? countdowns.owners.filter { if case .phone = $0 { true } else { false } } : []
    }

    /// By an entry in Recents, or by a notification.
    var everyRingIsTold: Bool {
        checker.rung.allSatisfy { call in
            checker.inRecents.contains(call) || checker.noticed.contains(CallUUID(call))
        }
    }
}
