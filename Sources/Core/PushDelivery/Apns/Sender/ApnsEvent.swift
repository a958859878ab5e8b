public import PushPayload

/// What a sender to Apple's service is told.
public enum ApnsEvent: Hashable, Sendable {
    // From whoever uses it.
    /// Opens the first connection, so that the first ring need not wait for it.
    case start
    case submit(PreparedPush, wall: WallTime)
    /// Nothing more is taken in; what is here may be sent for so long.
    case stop(within: Duration)

    // From its connections. Of those it has given up nothing is heeded.
    case opened(ApnsConnectionID)
    /// The peer allows so many streams at once.
    case settings(ApnsConnectionID, streamsMax: Int)
    case answered(ApnsConnectionID, stream: Int32, ApnsAnswer)
    /// A stream ended without an answer. Whether the peer says that it did nothing with it.
    case reset(ApnsConnectionID, stream: Int32, wasRefused: Bool)
    /// The peer takes no more streams, and did nothing with those after the last one.
    case goAway(ApnsConnectionID, lastStream: Int32, ApnsReason?)
    case ponged(ApnsConnectionID)
    /// It ended, or did not come to be.
    case closed(ApnsConnectionID)

    // From the maker of provider tokens.
    /// The token is there; one that the team made for its other environment already has an age.
    case minted(ProviderTokenClock.Generation, age: Duration = .zero)
    case mintFailed(ProviderTokenClock.Generation)

    // From the clock.
    /// The moment of ``ApnsSender/nextWake`` has come.
    case time
}
