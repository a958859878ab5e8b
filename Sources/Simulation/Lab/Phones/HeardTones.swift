import MediaEngine

/// The tones that a phone's loudspeaker plays, by its meter.
struct HeardTones {
    /// A tone that is missing for so long is over; gaps of lost packets are shorter.
    private static let gap: Duration = .milliseconds(300)

    private var frameCount = 0
    private var lastHeard: [Double: Duration] = [:]

    /// Reads the meter.
    ///
    /// - Parameter now: the time of the reading, not before that of the last one.
    /// - Returns: the tones in hertz, in the meter's order.
    mutating func read(_ meter: ToneMeter, at now: Duration) -> [Int] {
        let reading = meter.reading
        if reading.frameCount != frameCount {
            frameCount = reading.frameCount
            for (frequency, level) in zip(meter.frequencies, reading.levels) where level >= meter.threshold {
                lastHeard[frequency] = now
            }
        }
        lastHeard = lastHeard.filter { now - $0.value < Self.gap }
        return meter.frequencies.filter { lastHeard[$0] != nil }.map { Int($0) }
    }
}
