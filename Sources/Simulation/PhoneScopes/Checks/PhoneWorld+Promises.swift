import CallModel
import DeviceModel
import PhoneCore

/// The promises about a single state.
extension PhoneWorld {
    /// Remarks about a state that breaks a promise.
    var remarks: [String] {
        checker.violations + device.calls.own.map { "the system has a call: \($0.phase), held \($0.isHeld)" }
            + countdowns.owners.map { "waiting: \($0)" }
    }

    /// Two pushes of one call never make two calls. One case is exempt: our push announced the call for the exchange, and
    /// only the INVITE shows that the carrier's push is about the same call. The system keeps a call that was given up
    /// until its report completes.
    var hasCallsOnlyForSessions: Bool {
        let born = sessions.filter { $0.stage != .unborn }.count
        let own = device.calls.own.filter { !isThrowaway($0.id) && !isGivenUp(CallUUID($0.id)) }
        let untold = sessions.filter { $0.comesBy == .carrier && !($0.hasLiveLine && isQuiet) }.count
        return own.count <= born + untold
    }

    private func isThrowaway(_ call: SystemCallID) -> Bool { call.high == 0x5AFE }

    private func isGivenUp(_ call: CallUUID) -> Bool {
        guard let phone, pendingCompletions.reports.contains(where: { $0.call == call }) else { return false }
        return !phone.calls.contains { $0.id == call }
    }

    var soundRuns: Bool { device.audio.media == .running }

    var soundIsRight: Bool {
        guard soundRuns, isQuiet else { return true }
        return device.calls.own.contains { $0.phase == .connected && !$0.isHeld }
    }

    /// Whether no event is pending and the phone has completed all actions.
    var isSettled: Bool { isQuiet && checker.openActions.isEmpty }

    /// Every connected call of the phone has an active line and is connected for the system too, and audio runs only in
    /// the system's audio session.
    var hasLinesForCalls: Bool {
        guard isSettled, let phone else { return true }
        let standing = phone.calls.filter { $0.phase == .connected }
        return standing.allSatisfy { call in
            line(of: call.id)?.machine.state.progress == .active && device.calls[call.id.systemID]?.phase == .connected
        } && (!soundRuns || device.audio.activation == .callServices)
    }

    /// A line's microphone is open only if the system shows its call as neither muted nor held.
    var hasMicrophonesAsShown: Bool {
        guard isSettled, let phone else { return true }
        return device.calls.own.filter { $0.phase == .connected }.allSatisfy { call in
            guard let line = line(of: CallUUID(call.id)), line.machine.state.progress == .active,
                phone.calls.contains(where: { $0.id == CallUUID(call.id) })
            else { return true }
            // The requested hold counts, because the exchange cannot confirm it while the connection is being restored.
            let hold = line.machine.state.hold
            return line.isMuted == call.isMuted && (hold == .on || hold == .turningOn) == call.isHeld
        }
    }

    private func line(of call: CallUUID) -> ExchangeSession.Line? {
        sessions.first { phone?.call(on: $0.lineID) == call }?.line
    }

    /// Each call uses its own organization's credentials. Another organization comes into use only when its credentials
    /// are on the phone because a call of it was answered; a failed switch keeps the one before.
    var keepsOrganization: Bool {
        guard checker.strangeCredentials.isEmpty else { return false }
        switch faults.membership {
        case .unknown, .own: return true
        case .other: return inUse == Self.home
        case .stranger: return inUse == Self.home || hasCredentials && inUse == Self.organization
        }
    }

    private var inUse: OrganizationID? { disk?.organizations.active }

    /// No call that another device took has a notification that says it was missed.
    var tellsNothingTakenAsMissed: Bool {
        phone == nil
            || sessions.allSatisfy { session in
                self[registration(of: session)] != .ready || session.stage != .over(.answeredElsewhere)
                    || !checker.noticedAsMissed.contains(where: session.isNamed)
            }
    }

    /// A call that was ringing, by the record, when a process ended has a notification that it was missed, unless it
    /// rang again, was taken elsewhere, or the user has signed out.
    var tellsWhatRang: Bool {
        isSignedOut
            || checker.leftRinging.allSatisfy { call in
                sessions.contains { session in
                    guard case .over(let reason) = session.stage else { return false }
                    return reason.isSettledByUser && session.isNamed(call)
                }
            }
    }

    /// When no event is pending, the user talks with at most one party, for the system and for the exchange.
    var hasOneConversation: Bool {
        guard isQuiet else { return true }
        let lines = sessions.compactMap { $0.line?.machine.state }
        return device.calls.own.count { $0.phase == .connected && !$0.isHeld } <= 1
            && lines.count { $0.progress == .active && $0.hold == .off } <= 1
    }

    /// The next process ends a call that a process left behind: it has the connection or makes it, and keeps it until the
    /// client has sent the BYE. The same process does so for a call that it ended over a connection that carries nothing.
    /// This holds until the exchange gives the phone up, until the phone has tried for its own limit, or until the user
    /// signs out, because nothing is sent in the user's name then.
    var endsWhatWasLeft: Bool {
        guard isSettled, device.process.runs, phone != nil, hasNetwork, !isSigningOut, !isSignedOut else { return true }
        return sessions.allSatisfy { session in
            guard session.detached != nil else { return true }
            let registration = registration(of: session)
            return switch self[registration] {
            case .offline: hasTriedLongEnough(session)
            case .connecting, .broken: true
            case .ready: !isHeard(over: registration) || countdowns.owners.contains(.unknownCalls(registration))
            }
        }
    }

    /// Whether the phone has tried to end the call for as long as it must, although the exchange, which has not noticed the
    /// end of the process, keeps the call for longer. The time counts from that end. A process that starts after that time
    /// need not try.
    private func hasTriedLongEnough(_ session: ExchangeSession) -> Bool {
        let rest = Self.deadTime + Self.resumeTime - PhoneLimits().terminationDuration
        return faults.missesDeaths
            && countdowns.list.contains { $0.owner == .resumption(session.number) && $0.left <= rest }
    }

    /// Whether a process connects while the exchange has a call of the one before.
    var returnsToCall: Bool {
        phone != nil && sessions.contains { $0.detached != nil && self[registration(of: $0)] != .offline }
    }

    /// Whether a client waits for the INVITE of a call that the process before had placed.
    var hasStrays: Bool { countdowns.contains { if case .unknownCalls = $0 { true } else { false } } }

    /// At most one call is being dialed, even after a double tap.
    var dialsOneByOne: Bool { device.calls.own.count { $0.isOutgoing && $0.phase != .connected } <= 1 }

    /// Whether the record has an answer to a call that the exchange must still be told.
    var owesTermination: Bool { disk?.past.contains { $0.termination != nil } ?? false }

    var phoneDeadlines: [PendingDeadlines.Owner] {
        device.process.runs ? countdowns.owners.filter { if case .phone = $0 { true } else { false } } : []
    }

    /// Whether every call that rang has an entry in Recents or a notification.
    var everyRingIsTold: Bool {
        checker.rung.allSatisfy { call in
            checker.inRecents.contains(call) || checker.noticed.contains(CallUUID(call))
        }
    }
}

/// Promises about states in which events around the calls occur.
extension PhoneWorld {
    /// The exchange can reach the phone while a call stands, or something is in progress that ends or restores that.
    var hasConnectionsForCalls: Bool {
        guard watchesPath, isSettled, device.process.runs, paths.coming.isEmpty, !isHeard, let phone,
            phone.calls.contains(where: { $0.phase == .connected })
        else { return true }
        return countdowns.contains { owner in
            switch owner {
            case .phone(.network), .phone(.connection(_, .limit)), .path: true
            case .phone, .device, .unknownCalls, .resumption, .callerGrace: false
            }
        }
    }

    /// Every active line has a call of the system.
    var hasCallsForLines: Bool {
        guard isSettled else { return true }
        return sessions.allSatisfy { session in
            guard session.line?.machine.state.progress == .active else { return true }
            return phone?.call(on: session.lineID).map { device.calls[$0.systemID] != nil } ?? false
        }
    }

    var isTelephoneInFront: Bool {
        device.calls.list.contains { $0.owner == .telephone && $0.phase == .connected && !$0.isHeld }
    }

    /// No line of ours is open while the user talks on the telephone.
    var leavesLineToTelephone: Bool {
        guard isSettled, isTelephoneInFront else { return true }
        return sessions.allSatisfy { session in
            guard let state = session.line?.machine.state, state.progress == .active else { return true }
            return state.hold != .off
        }
    }

    /// No audio runs while an alarm interrupts it.
    var isSilentWhileInterrupted: Bool { !isSettled || !device.audio.isInterrupted || !soundRuns }

    /// An active call that is not held is heard, while the audio session is ours and not interrupted.
    var hearsCall: Bool {
        guard isSettled, device.audio.activation == .callServices, !device.audio.isInterrupted, let phone else {
            return true
        }
        let isOpen = phone.calls.contains { $0.phase == .connected && !$0.isHeld }
        return !isOpen || soundRuns
    }

    /// After a sign-out the system has no call of ours. A call reported for a push is ended as soon as its report
    /// completes.
    var isSilentAfterSignOut: Bool {
        !isSignedOut || !isSettled || !pendingCompletions.reports.isEmpty || !device.calls.hasOwnCalls
    }

    /// After a sign-out, the phone neither connects nor requests credentials.
    var asksNothingAfterSignOut: Bool {
        !isSignedOut || !isSettled || link == .offline && otherLink == .offline && !isAskedForCredentials
    }

    /// After a sign-out, neither credentials nor callers' names are left on the phone.
    var keepsNothingAfterSignOut: Bool {
        guard isSignedOut, isSettled, let disk else { return true }
        return !hasCredentials && disk.organizations.held.isEmpty && disk.calls.isEmpty && disk.signIn.user == nil
            && checker.noticed.isEmpty && disk.notices.notices.allSatisfy { $0.display == .unknown }
    }

    /// A requested sign-out is completed.
    var isSignOutThrough: Bool { !hasAccount || faults.signOuts > 0 || isSignedOut }
}
