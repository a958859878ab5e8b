/// How a device is reached when a call comes.
public enum Reach: UInt8, Hashable, Sendable, Codable {
    /// It is dialled at once, and pushed too where it can be.
    case dial
    /// It is asleep: it is pushed, and dialled when it says that it is ready.
    case wake
    /// A number of the public network: dialled, and asked for a key before it can win.
    case number
    /// The number of the public network that a user calls: dialled, and the person who answers is the one they wanted.
    case callee
}
