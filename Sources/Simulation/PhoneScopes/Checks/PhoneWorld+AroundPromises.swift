import CallModel
import DeviceModel
import PhoneCore

/// Promises about a moment in which something happens around the calls.
extension PhoneWorld {
    /// A call that stands can be heard of at the exchange, or something is under way that ends or mends that.
    var hasConnectionsForCalls: Bool {
        guard watchesPath, isSettled, device.process.runs, paths.coming.isEmpty, !isHeard, let phone,
            phone.calls.contains(where: { $0.phase == .connected })
        else { return true }
        return countdowns.contains { owner in
            switch owner {
            case .phone(.network), .phone(.connection(_, .limit)), .path: true
            case .phone, .device: false
            }
        }
    }

    /// No line goes on whose call the system does not have.
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

    /// No call of ours hears the person who talks on the telephone.
    var leavesLineToTelephone: Bool {
        guard isSettled, isTelephoneInFront else { return true }
        return sessions.allSatisfy { session in
            guard let state = session.line?.machine.state, state.progress == .active else { return true }
            return state.hold != .off
        }
    }

    /// No sound runs while an alarm has it.
    var isSilentWhileInterrupted: Bool { !isSettled || !device.audio.isInterrupted || !soundRuns }

    /// A call that stands and is not held is heard, where the session is ours and nothing has taken it.
    var hearsCall: Bool {
        guard isSettled, device.audio.activation == .callServices, !device.audio.isInterrupted, let phone else {
            return true
        }
        let isOpen = phone.calls.contains { $0.phase == .connected && !$0.isHeld }
        return !isOpen || soundRuns
    }

    /// After a sign-out the system has no call of ours; what a push made is ended as soon as its report is through.
    var isSilentAfterSignOut: Bool {
        !isSignedOut || !isSettled || !papers.reports.isEmpty || !device.calls.hasOwnCalls
    }

    /// After a sign-out nothing connects and nothing is asked for in the person's name.
    var asksNothingAfterSignOut: Bool {
        !isSignedOut || !isSettled || link == .offline && otherLink == .offline && !isAskedForCredentials
    }

    /// After a sign-out neither credentials nor the names of those who called are left.
    var keepsNothingAfterSignOut: Bool {
        guard isSignedOut, isSettled, let disk else { return true }
        return !hasCredentials && disk.organizations.held.isEmpty && disk.calls.isEmpty && disk.signIn.user == nil
            && checker.noticed.isEmpty && disk.notices.notices.allSatisfy { $0.display == .unknown }
    }

    /// A sign-out that was asked for is carried through.
    var isSignOutThrough: Bool { !hasAccount || faults.signOuts > 0 || isSignedOut }
}
