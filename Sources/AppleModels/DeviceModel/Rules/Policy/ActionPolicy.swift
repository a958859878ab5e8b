/// Figures of the actions the daemon asks for.
public struct ActionPolicy: Hashable, Sendable {
    /// C43: to start a call. 600 s in a re-implementation; much less was observed in 2017.
    public var startTimeOut: Duration = .seconds(600)
    /// C43: to answer.
    public var answerTimeOut: Duration = .seconds(60)
    /// C43: everything else.
    public var otherTimeOut: Duration = .seconds(5)
    /// C44: from a mute or hold nobody completed to the end of the call.
    public var neglectedActionEndsCallAfter: Duration = .seconds(60)
    /// C44: whether a hold that timed out while calls are swapped ends the call at once.
    public var slowHoldEndsSwappedCall = false
    /// C48: whether an outgoing call that connects is unmuted unasked.
    public var unmutesWhenConnected = true
    /// C48: whether a muted call that has ended is unmuted unasked; nobody can complete that in earnest.
    public var unmutesEndedCall = false
    /// C50: whether the answer of a double action comes before the end or hold of the other call.
    public var answersBeforeEnding = false

    public init() {}
}
