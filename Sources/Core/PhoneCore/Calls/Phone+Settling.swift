/// What every turn ends with: what follows from the state alone, whatever led to it.
extension Phone {
    mutating func settle(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        settleAudio(into: &effects)
        guard books != before else { return }
        connect(since: before, into: &effects)
        publish(since: before, into: &effects)
        store(since: before, into: &effects)
    }

    private mutating func settleAudio(into effects: inout [PhoneEffect]) {
        guard books.calls.liveCount > 0 else { return books.audio.rest(into: &effects) }
        let active = books.calls.active?.line
        books.audio.settle(active?.isActive == true ? active?.id : nil, into: &effects)
    }

    /// Asks for connections that are needed from now on.
    private func connect(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        guard books.calls != before.calls || books.past != before.past else { return }
        let already = before.organizationsNeeded
        for organization in books.organizationsNeeded
        where !already.contains(organization) && !books.ready.contains(organization) {
            effects.append(.signaling(.connect(organization)))
        }
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

    private mutating func store(since before: PhoneBooks, into effects: inout [PhoneEffect]) {
        let record = books.record
        guard books.mustStore || record != before.record else { return }
        guard !books.isLocked else { return }  // The file cannot be written either; it is read when it can be.
        books.mustStore = false
        effects.append(.store(record))
    }
}
