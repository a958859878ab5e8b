/// What every turn ends with: what follows from the state alone, whatever led to it.
extension Phone {
    mutating func settle(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        settleAudio(into: &effects)
        guard books != before else { return }
        tellSession(since: before, into: &effects)
        connect(since: before, into: &effects)
        askOfRings(since: before, into: &effects)
        publish(since: before, into: &effects)
        keepAwake(since: before, into: &effects)
        store(since: before, into: &effects)
    }

    private mutating func settleAudio(into effects: inout [PhoneEffect]) {
        guard books.calls.liveCount > 0 else { return books.audio.rest(into: &effects) }
        let active = books.calls.active?.line
        books.audio.settle(active?.isActive == true ? active?.id : nil, into: &effects)
    }

    /// Keeps connections for as long as something needs them. What is new is said first, so that one that changes its
    /// purpose is not closed between.
    private mutating func connect(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        let wishes = books.wishes
        let wishesBefore = before.wishes
        guard wishes != wishesBefore else { return }
        for wish in wishes where !wishesBefore.contains(wish) {
            tell(.one(wish.registration, .need(wish.need, true)), into: &effects)
        }
        for wish in wishesBefore where !wishes.contains(wish) {
            tell(.one(wish.registration, .need(wish.need, false)), into: &effects)
        }
    }

    /// The session's keeper must not clear the device under a call.
    private mutating func tellSession(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        let hasCalls = books.calls.liveCount > 0
        if hasCalls != (before.calls.liveCount > 0) { tell(.calls(hasCalls), into: &effects) }
    }

    private func publish(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        if books.calls != before.calls {
            for call in books.calls.calls {
                guard let snapshot = call.snapshot, snapshot != before.calls[call.id]?.snapshot else { continue }
                effects.append(.publish(.call(snapshot)))
            }
        }
        let sound = books.audioSnapshot
        if sound != before.audioSnapshot { effects.append(.publish(.audio(sound))) }
    }

    /// A system that has no call of ours suspends the process within seconds, and with it the socket over which a
    /// farewell is still to be said, and the timer after which a call is told as missed.
    private func keepAwake(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        let owed = books.owedAlone
        let owedBefore = before.owedAlone
        guard owed != owedBefore else { return }
        if owed.isEmpty {
            effects.append(.keepAwake(false))
        } else if owed.contains(where: { !owedBefore.contains($0) }) {
            effects.append(.keepAwake(true))
        }
    }

    private mutating func store(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        let record = books.record
        let known = books.read ?? before.record
        books.read = nil
        guard books.mustStore || record != known else { return }
        guard !books.isLocked else { return }  // The file cannot be written either; it is read when it can be.
        books.mustStore = false
        effects.append(.store(record))
    }
}
