/// One of the devices that a call session ends for.
public enum Party: String, CaseIterable, Hashable, Sendable, Codable {
    /// The device that placed the call.
    case caller
    /// The callee's device that settled it: the one that answered, declined or was busy. Also each of them when none did.
    case settlingDevice
    /// Any other device of the callee that was rung.
    case otherDevice
}
