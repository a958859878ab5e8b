/// How good a call sounds, in the words of the app's screens. Source: seed z360-ios-current-state §4.3.
public enum QualityClass: String, CaseIterable, Hashable, Sendable, Codable {
    case good
    case fair
    case poor
    case unknown

    /// 4.0 and above is good, 3.5 and above fair, the rest poor.
    public init(_ score: OpinionScore?) {
        switch score?.hundredths {
        case nil: self = .unknown
        case .some(400...): self = .good
        case .some(350...): self = .fair
        default: self = .poor
        }
    }
}
