internal import ExchangeCarrier
internal import ExchangeStorage

/// How often something is tried with a recording, and how long is waited in between.
enum RecordingPatience {
    enum Step: Hashable, Sendable {
        case again(after: Duration)
        /// Nothing is left to be done.
        case settled
        case givenUp
    }

    /// The first wait; each is twice the one before.
    static let waitMin = Duration.seconds(1)
    static let waitMax = Duration.seconds(3_600)
    /// Tries until a sound is given up: about a day.
    static let fetchesMax = 36
    /// Tries until a recording is left with the carrier: about four days, and an error in the log.
    static let deletionsMax = 108
    /// So often a carrier must say that it has no such recording: one that was just saved may not be listed yet.
    static let missingMin = 3
    /// So often a sound of the exchange's own attendant may not be there yet: more than two minutes. Whoever took it tries
    /// to store it for one; later it went with a process that died.
    static let ownFetchesMax = 8

    static func step(after error: RecordingError, of errand: RecordingErrand) -> Step {
        let tries = errand.attempts + 1
        switch (errand.task, error) {
        case (.delete, .missing) where tries >= missingMin: return .settled
        case (.delete, .ambiguous): return .givenUp
        case (.fetch, .tooLarge), (.fetch, .noSound): return .givenUp
        case (.fetch, .missing) where errand.source.recording.isOfGateway && tries >= ownFetchesMax: return .givenUp
        default: break
        }
        guard tries < (errand.task == .fetch ? fetchesMax : deletionsMax) else { return .givenUp }
        return .again(after: min(waitMin * (1 << min(errand.attempts, 12)), waitMax))
    }
}
