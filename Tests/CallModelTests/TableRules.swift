import CallModel

/// What must hold of any table of this machine, checked without the machine: a fault in one entry shows here.
struct TableRules {
    let table: CallTable

    var violations: [String] { table.rows.indices.flatMap { violations(inRow: $0) } }

    func violations(inRow row: Int) -> [String] {
        table.events.indices.reduce(into: missing(in: row)) { found, column in
            found += faults(of: table.rows[row][column], row: row, column: column)
        }
    }

    /// Whether an entry would be noticed in a place, whatever stands there.
    func notices(_ entry: CallTable.Entry, row: Int, column: Int) -> Bool {
        let state = table.states[row]
        let isMove = if case .moved = entry { true } else { false }
        return ways(out: state).contains { $0 == table.events[column] && $1 != isMove }
            || broken(by: entry, row: row, column: column)
    }

    private func broken(by entry: CallTable.Entry, row: Int, column: Int) -> Bool {
        guard case .moved(let next) = entry else { return false }
        return rules(table.states[row], table.events[column], table.states[next]).contains { !$0.1 }
    }

    private func faults(of entry: CallTable.Entry, row: Int, column: Int) -> [String] {
        guard case .moved(let next) = entry else { return [] }
        let (old, event, new) = (table.states[row], table.events[column], table.states[next])
        return rules(old, event, new).compactMap { rule, holds in
            holds ? nil : "\(rule): [\(old)] → [\(new)] by \(event)"
        }
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

    private func missing(in row: Int) -> [String] {
        let state = table.states[row]
        return ways(out: state).filter { event, mustMove in
            guard let column = table.events.firstIndex(of: event) else { return true }
            let moves = if case .moved = table.rows[row][column] { true } else { false }
            return moves != mustMove
        }.map { "\($0.0) must \($0.1 ? "" : "not ")move [\(state)]" }
    }

    /// Events that a state must take, and that it must not take.
    private func ways(out state: CallState) -> [(CallEvent, Bool)] {
        let live = state.progress.isLive
        return [
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
    }

    private func isWeak(_ state: CallState, _ reason: EndReason) -> Bool {
        switch state.progress {
        case .disconnecting: true
        case .ended(let known): known < reason
        case .idle, .requesting, .connecting, .ringing, .answering, .active: false
        }
    }
}
