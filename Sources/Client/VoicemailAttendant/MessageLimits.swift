/// How long a message may be, and what counts as one.
public struct MessageLimits: Hashable, Sendable {
    /// A message is cut here. Two minutes are what mailboxes of telephone companies give (assumed).
    public var length: Duration = .seconds(120)
    /// Who says nothing for so long has finished, or has put the receiver down beside the telephone.
    public var silence: Duration = .seconds(8)
    /// What has less sound than this is no message: somebody listened to the greeting and hung up.
    public var soundMin: Duration = .milliseconds(600)
    /// From which level a frame is sound, root mean square, 0…1 of full scale: −46 dB, above the noise of a quiet room
    /// and below a low voice.
    public var soundLevel = 0.005
    /// Messages taken at once. One costs an encoder, a decoder and two threads' share of work, as a call does.
    public var callersMax = 64

    /// The limits that stand beside each figure.
    public init() {}
}
