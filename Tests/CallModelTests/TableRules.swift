import CallModel

/// What must hold of any table of this machine, checked without the machine: a fault in one entry shows here.
struct TableRules {
    let table: CallTable

    var violations: [String] { table.rows.indices.flatMap { violations(inRow: $0) } }

    func violations(inRow row: Int) -> [String] {
        let old = table.states[row]
        var found = missing(in: row, old)
        for (event, entry) in zip(table.events, table.rows[row]) {
            guard case .moved(let next) = entry else { continue }
            let new = table.states[next]
            for (rule, holds) in rules(old, event, new) where !holds {
                found.append("\(rule): [\(old)] → [\(new)] by \(event)")
            }
        }
        return found
    }

    private func rules(_ old: CallState, _ event: CallEvent, _ new: CallState) -> [(String, Bool)] {
        [
            ("a step changes something", old != new),
            ("a direction stays", old.direction == new.direction),
            ("nothing becomes idle", new.progress != .idle),
            ("progress goes where its event leads", leads(event, old, to: new)),
            ("an end keeps the strongest reason", strengthens(old, new)),
            ("a release ends for the reason it names", names(event, old, new)),
            ("every platform knows the step", isLegal(old, new)),
            ("hold changes by its own events", old.hold == new.hold || isHold(event, old, new)),
            ("the peer's hold changes by its own events", isRemoteHold(event, old, new)),
            ("the link changes by its own events", old.link == new.link || isLink(event, old, new)),
        ]
    }

    /// An event that does not move progress leaves it alone; one that does has one phase it leads to.
    private func leads(_ event: CallEvent, _ old: CallState, to new: CallState) -> Bool {
        let target: String
        switch event {
        case .dial: target = "requesting"
        case .inviteSent: target = "connecting"
        case .invited, .peerRinging: target = "ringing"
        case .answer, .peerAnswered: target = "answering"
        case .mediaConnected: target = "active"
        case .decline, .declineAsBusy, .hangUp, .mediaIncompatible, .failed, .setUpLimitReached, .ringingLimitReached,
            .recoveryLimitReached:
            target = "disconnecting"
        case .released, .releaseAcknowledged, .releaseLimitReached: target = "ended"
        case .hold, .resume, .holdConfirmed, .resumeConfirmed, .holdRequestFailed, .peerHeld, .peerResumed,
            .renegotiationStarted, .renegotiationFinished, .renegotiationFailed, .linkImpaired, .linkLost,
            .linkRestored:
            return old.progress == new.progress
        }
        let fromEnd = old.progress.name == "ended" && target == "ended"
        return new.progress.name == target && (old.progress.name != target || fromEnd)
    }

    private func strengthens(_ old: CallState, _ new: CallState) -> Bool {
        guard let before = old.progress.endReason else { return true }
        guard let after = new.progress.endReason, case .ended = new.progress else { return false }
        if case .ended = old.progress { return after > before }
        return after >= before
    }

    private func names(_ event: CallEvent, _ old: CallState, _ new: CallState) -> Bool {
        guard case .released(let ending) = event, old.progress.isLive else { return true }
        guard old.progress != .active else { return (new.progress.endReason ?? .failed) >= .answeredElsewhere }
        return new.progress.endReason == (ending.reason == .dropped ? .failed : ending.reason)
    }

    private func isLegal(_ old: CallState, _ new: CallState) -> Bool {
        CanonicalName.allows(from: CanonicalName(of: old), to: CanonicalName(of: new))
            && TelnyxIOSState.allows(from: TelnyxIOSState(of: old), to: TelnyxIOSState(of: new))
            && TelnyxAndroidState.allows(from: TelnyxAndroidState(of: old), to: TelnyxAndroidState(of: new))
            && WebState.allows(from: WebState(of: old), to: WebState(of: new))
            && Z360IOSState.allows(from: Z360IOSState(of: old), to: Z360IOSState(of: new))
            && PajamaState.allows(from: PajamaState(of: old), to: PajamaState(of: new))
    }

    private func isHold(_ event: CallEvent, _ old: CallState, _ new: CallState) -> Bool {
        switch event {
        case .hold: new.hold == .turningOn && old.hold == .off && new.progress == .active
        case .resume: new.hold == .turningOff && old.hold == .on
        case .holdConfirmed: new.hold == .on
        case .resumeConfirmed: new.hold == .off
        case .holdRequestFailed: new.hold == (old.hold == .turningOn ? .off : .on) && old.hold.isPending
        default: new.hold == .off && new.progress != .active
        }
    }

    private func isRemoteHold(_ event: CallEvent, _ old: CallState, _ new: CallState) -> Bool {
        switch event {
        case .peerHeld: new.remoteHold == .on
        case .peerResumed: new.remoteHold == .off
        default: new.remoteHold == (new.progress.isLive ? old.remoteHold : .off)
        }
    }

    private func isLink(_ event: CallEvent, _ old: CallState, _ new: CallState) -> Bool {
        switch event {
        case .linkImpaired: new.link == .reconnecting
        case .linkLost: new.link == .lost
        case .linkRestored: new.link == .up
        case .renegotiationStarted: new.link == .renegotiating && old.link == .up
        case .renegotiationFinished: new.link == .up && old.link == .renegotiating
        case .renegotiationFailed: new.link == .reconnecting && old.link == .renegotiating
        default: new.link == .up && old.progress != new.progress
        }
    }

    /// Ways out that a state must have, and events it must not take.
    private func missing(in index: Int, _ state: CallState) -> [String] {
        func moves(_ event: CallEvent) -> Bool {
            guard let column = table.events.firstIndex(of: event) else { return false }
            if case .moved = table.rows[index][column] { return true }
            return false
        }
        let live = state.progress.isLive
        let expected: [(CallEvent, Bool)] = [
            (.hangUp, live), (.failed, live), (.released(Ending(.cancelled)), live || isWeak(state, .cancelled)),
            (.linkRestored, live && state.link.isDown), (.linkImpaired, live && state.link != .reconnecting),
            (.linkLost, live && state.link != .lost), (.recoveryLimitReached, state.timers.contains(.recovery)),
            (.setUpLimitReached, state.timers.contains(.setUp)),
            (.ringingLimitReached, state.timers.contains(.ringing)),
            (.releaseLimitReached, state.timers.contains(.release)),
            (.answer, live && state.direction == .inbound && state.progress == .ringing),
            (.hold, state.progress == .active && state.hold == .off),
            (.resume, state.progress == .active && state.hold == .on),
        ]
        return expected.filter { moves($0.0) != $0.1 }.map { "\($0.0) must \($0.1 ? "" : "not ")move [\(state)]" }
    }

    private func isWeak(_ state: CallState, _ reason: EndReason) -> Bool {
        switch state.progress {
        case .disconnecting: true
        case .ended(let known): known < reason
        case .idle, .requesting, .connecting, .ringing, .answering, .active: false
        }
    }
}
