/// What happens to calls of the telephone network, which are not the app's.
public enum CellularEvent: Hashable, Sendable {
    /// A call rings.
    case rings(SystemCallID)
    /// The person answers it; calls of the app are held, or ended.
    case answered(SystemCallID, endingOthers: Bool)
    /// The call ends. Whether the person or the other side ended it decides about the app's held call.
    case ends(SystemCallID, byRemote: Bool)
}
