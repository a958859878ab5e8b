/// What a sender to Apple's service wants done, in order.
public enum ApnsEffect: Hashable, Sendable {
    case open(ApnsConnectionID)
    /// Streams of a connection come in the order of their numbers, none left out.
    case send(ApnsConnectionID, stream: Int32, ApnsRequest, token: ProviderTokenClock.Generation)
    /// The stream is given up.
    case cancel(ApnsConnectionID, stream: Int32)
    case ping(ApnsConnectionID)
    /// At once; nothing of it is waited for.
    case close(ApnsConnectionID)
    /// Make a provider token of this number, and forget the one before the last.
    case mint(ProviderTokenClock.Generation)
    /// The caller's push came to its end.
    case resolve(reference: UInt64, PushOutcome)
    case alarm(PushAlarm)
    /// After `stop`: nothing is here any more.
    case stopped
}
