/// The last step of every event: decisions that follow from the state alone, whatever event led to it.
extension Phone {
    /// - Returns: whether the record must be written.
    mutating func settle(since before: PhoneState, into effects: inout [PhoneEffect]) -> Bool {
        settleAudio(into: &effects)
        guard state != before else { return false }
        sendSession(since: before, into: &effects)
        connect(since: before, into: &effects)
        askOfRings(since: before, into: &effects)
        forgetCallsElsewhere()
        publish(since: before, into: &effects)
        keepAwake(since: before, into: &effects)
        return mustStore(since: before)
    }

    private mutating func settleAudio(into effects: inout [PhoneEffect]) {
        guard state.calls.liveCount > 0 else { return pass(AudioController.Event.rest, into: &effects) }
        let active = state.calls.active?.line
        pass(AudioController.Event.settle(active?.isActive == true ? active?.id : nil), into: &effects)
    }

    /// Tells the connections which of their purposes began and which ended. New purposes come first, so that a
    /// connection whose purpose changes is not closed in between.
    private mutating func connect(since before: PhoneState, into effects: inout [PhoneEffect]) {
        var known = before.demands
        var demands = state.demands
        // A connection that closes may be wanted at once with another login.
        while demands != known {
            for wish in demands where !known.contains(wish) {
                pass(.one(wish.registration, .need(wish.need, true)), into: &effects)
            }
            for wish in known where !demands.contains(wish) {
                pass(.one(wish.registration, .need(wish.need, false)), into: &effects)
            }
            known = demands
            demands = state.demands
        }
    }

    /// Tells the session whether calls exist, because it must not clear the device during a call.
    private mutating func sendSession(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let hasCalls = state.calls.liveCount > 0
        if hasCalls != (before.calls.liveCount > 0) { pass(.calls(hasCalls), into: &effects) }
    }

    private func publish(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let haveCallsChanged = state.calls != before.calls
        if haveCallsChanged {
            for call in state.calls.calls {
                guard let snapshot = call.snapshot, snapshot != before.calls[call.id]?.snapshot else { continue }
                effects.append(.publish(.call(snapshot)))
            }
        }
        if state.elsewhere != before.elsewhere { effects.append(.publish(.elsewhere(state.elsewhere.calls))) }
        guard haveCallsChanged || state.audio != before.audio else { return }
        let sound = state.audioSnapshot
        if sound != before.audioSnapshot { effects.append(.publish(.audio(sound))) }
    }

    /// A phone that does not listen learns of no change. When it listens again, it is told of all calls anew.
    private mutating func forgetCallsElsewhere() {
        if !state.listens { state.elsewhere.handle(.forgotten) }
    }

    /// Asks the system to keep the process awake while the exchange or the person must still be told of a call. Without
    /// a call the system suspends the process within seconds, and with it the socket for the termination and the timer for
    /// the missed-call notice.
    private func keepAwake(since before: PhoneState, into effects: inout [PhoneEffect]) {
        let owed = state.owedAlone
        let owedBefore = before.owedAlone
        guard owed != owedBefore else { return }
        if owed.isEmpty {
            effects.append(.keepAwake(false))
        } else if owed.contains(where: { !owedBefore.contains($0) }) {
            effects.append(.keepAwake(true))
        }
    }

    private mutating func mustStore(since before: PhoneState) -> Bool {
        let isChanged = state.read.map { state.record != $0 } ?? state.hasOtherRecord(than: before)
        state.read = nil
        guard state.mustStore || isChanged else { return false }
        // Before the first unlock the file can be neither read nor written.
        guard !state.isLocked else { return false }
        state.mustStore = false
        return true
    }
}
