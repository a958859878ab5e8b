public import CallModel

/// A device that is brought in beside the one that has the call. There is one at a time.
public struct Beside: Hashable, Sendable, Codable {
    /// What for.
    public enum Role: String, Hashable, Sendable, Codable, CaseIterable {
        /// The winner talks to it before the caller is handed over: an attended transfer. The caller waits meanwhile.
        case consulted
        /// It joins the conversation, and both hear it.
        case barging
        /// It shall take up a caller who is parked.
        case retrieving
    }

    /// How far it is; each step ends at a time.
    public enum Stage: Hashable, Sendable, Codable {
        /// It is rung.
        case ringing(until: Duration)
        /// It has answered, and the carrier was told to join it to the winner; so often.
        case joining(attempts: UInt8, until: Duration)
        /// They talk; nil: for as long as the call goes on.
        case joined(until: Duration?)

        /// When the step is given up.
        var until: Duration? {
            switch self {
            case .ringing(let until), .joining(_, let until): until
            case .joined(let until): until
            }
        }
    }

    /// The device.
    public let device: DeviceID
    /// What for.
    public let role: Role
    /// How far it is.
    public internal(set) var stage: Stage
    /// How often the carrier refused to join it to the winner.
    var refusals: UInt8 = 0

    init(device: DeviceID, role: Role, stage: Stage) {
        self.device = device
        self.role = role
        self.stage = stage
    }

    /// Whether it talks to somebody of the call.
    public var isJoined: Bool { if case .joined = stage { true } else { false } }

    /// Whether the caller waits while winner and this device talk, or are about to.
    var keepsCallerWaiting: Bool {
        guard role == .consulted else { return false }
        if case .ringing = stage { return false }
        return true
    }

    /// Whether winner and caller are joined still: the carrier never took the winner away.
    var leavesWinner: Bool {
        if case .joining(let attempts, _) = stage { attempts == refusals } else { false }
    }
}
