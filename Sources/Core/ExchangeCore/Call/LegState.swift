internal import CallModel

/// How far a leg has come, with what is known there. It only goes forward; `over` is where every leg ends.
enum LegState: Hashable, Sendable {
    /// The device is to be rung, and has not been told: it has no connection, or waits for the caller's candidates. Of
    /// the caller: nobody has been told to ring. At most the ring time.
    /// Leaves to: `ringing` (told), `over` (somebody else answered, cancelled, time).
    case planned
    /// The device was told to ring. At most the ring time.
    /// Leaves to: `answered` (it answered first), `over`.
    case ringing
    /// The device is in the call.
    /// Leaves to: `over` (either side hung up, either side lost for good).
    case answered
    /// The call is over for the device. `isKnown`: it ended the call itself, or never knew of it. Any other device is told
    /// at once, and again whenever it comes back: the connection it was told on may have been dead for a while, and a device
    /// that was not told takes its call for dropped.
    case over(Ending, isKnown: Bool)

    var stage: LegStage {
        switch self {
        case .planned: .planned
        case .ringing: .ringing
        case .answered: .answered
        case .over: .over
        }
    }

    var ending: Ending? {
        if case .over(let ending, _) = self { ending } else { nil }
    }
}
