/// What the exchange is still to be told of a call that is over here.
public enum FarewellWords: String, CaseIterable, Hashable, Sendable, Codable {
    /// The person turned it down.
    case decline
    /// The person turned it down on all of their devices.
    case declineEverywhere
    /// There was no room for it.
    case busy
    /// The person took it and it is over.
    case hangUp

    /// What is said of a call that the person declines.
    init(declining scope: DeclineScope) {
        switch scope {
        case .here: self = .decline
        case .everywhere: self = .declineEverywhere
        }
    }

    func order(for line: LineID) -> LineOrder {
        switch self {
        case .decline, .declineEverywhere: .decline(line, isBusy: false)
        case .busy: .decline(line, isBusy: true)
        case .hangUp: .hangUp(line)
        }
    }
}
