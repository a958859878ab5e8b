/// How far one leg has come. A leg only goes forward in this order, and `over` is the last of every leg.
public enum LegStage: String, Hashable, Sendable, Codable, CaseIterable, Comparable {
    /// The device is to be rung, and has not been told yet.
    case planned
    /// The device was told to ring; or, of the caller, the call it placed rings.
    case ringing
    /// The device is in the call.
    case answered
    /// The call is over for the device.
    case over

    /// Orders stages as a leg goes through them.
    public static func < (left: LegStage, right: LegStage) -> Bool { left.rank < right.rank }

    private var rank: UInt8 {
        switch self {
        case .planned: 0
        case .ringing: 1
        case .answered: 2
        case .over: 3
        }
    }
}
