import CallModel

/// A caller who waits for nobody in particular.
extension RingSession {
    /// The winner goes, and the caller waits.
    mutating func park(_ conversation: Conversation, _ now: Duration, _ effects: inout [RingEffect]) -> Bool {
        guard beside == nil, epoch < RingLimits.movesMax else { return false }
        vacate()
        let parking = Parking(by: conversation.device, until: now + RingLimits.waitTimeMax)
        parkedUntil = parking.until
        phase = .parked(parking)
        parent.stage = min(parent.stage, .answered)
        parent.isHeld = false
        parent.isPlaying = false
        parent.ringbackAt = nil
        if let index = leg(conversation.leg) { dismiss(index, .answered, &effects) }
        return true
    }

    /// Nobody has taken the caller up.
    mutating func sweepParking(_ parking: Parking, _ now: Duration, _ effects: inout [RingEffect]) {
        guard parking.until <= now else { return }
        dropBeside(.missed, now, &effects)
        parkedUntil = nil
        apologize(now, &effects)
    }

    /// Whoever was to have a caller who has talked already is lost: the one who handed over has them back, or they are
    /// parked again, or it ends.
    mutating func nextWinnerLost(_ by: DeviceID, _ now: Duration, _ effects: inout [RingEffect]) {
        if let index = legs.firstIndex(where: \.canWin) { return win(index, now, &effects) }
        guard let parkedUntil, parkedUntil > now else { return apologize(now, &effects) }
        phase = .parked(Parking(by: by, until: parkedUntil))
        parent.isPlaying = false
        parent.ringbackAt = nil
    }

    /// The caller hears that it went wrong, and then it ends.
    mutating func apologize(_ now: Duration, _ effects: inout [RingEffect]) {
        phase = .apology(until: now + RingLimits.apologyTimeMax)
        command(.play(.playApology), .playApology, .parent, &effects)
        release(.missed, &effects)
    }
}
