/// Why media was negotiated anew over another path in a call (an ICE restart).
public enum RestartReason: String, Hashable, Sendable, CaseIterable {
    /// An answered call found no first path in time.
    case noPath
    /// The device left the network that media went over.
    case networkLeft
    /// No packet of the other side arrived for about a second.
    case silence
    /// The path was lost: ICE gave it up, or no packet arrived for several seconds.
    case pathLost
    /// The user or the app requested it.
    case requested
    /// The other side came back, and may have lost its media.
    case peerReturned
    /// The other side restarted, for a reason of its own.
    case peerRestarted

    /// The reason in words, after "another path, because".
    public var words: String {
        switch self {
        case .noPath: "none was found"
        case .networkLeft: "the network changed"
        case .silence: "no sound arrived for a second"
        case .pathLost: "the path was lost"
        case .requested: "it was requested"
        case .peerReturned: "the other side came back"
        case .peerRestarted: "the other side looks for one"
        }
    }
}
