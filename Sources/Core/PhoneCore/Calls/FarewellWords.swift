/// What the exchange is still to be told of a call that is over here.
public enum FarewellWords: String, CaseIterable, Hashable, Sendable, Codable {
    /// The person turned it down.
    case decline
    /// There was no room for it.
    case busy
    /// The person took it and it is over.
    case hangUp

    func order(for line: LineID) -> LineOrder {
        switch self {
        case .decline: .decline(line, isBusy: false)
        case .busy: .decline(line, isBusy: true)
        case .hangUp: .hangUp(line)
        }
    }
}
