/// `activeCall.state` of the web client (4 names); before a call begins it shows none.
public enum WebState: String, CaseIterable, Hashable, Sendable, Codable {
    case requesting
    case ringing
    case active
    case destroy

    /// The web client's name of a state, `nil` for a call that has not begun.
    public init?(of state: CallState) {
        switch state.progress {
        case .idle: return nil
        case .requesting, .connecting: self = .requesting
        case .ringing, .answering: self = .ringing
        case .active: self = .active
        case .disconnecting, .ended: self = .destroy
        }
    }
}
