/// How good a call sounds, in Telnyx's words. Source: Telnyx WebRTC iOS SDK 4.1.2, `MOSCalculator` (observed).
public enum TelnyxQualityClass: String, CaseIterable, Hashable, Sendable, Codable {
    case excellent
    case good
    case fair
    case poor
    case bad
    case unknown

    /// Above 4.2 excellent, from 4.1 good, from 3.7 fair, from 3.1 poor, else bad.
    public init(_ score: OpinionScore?) {
        switch score?.hundredths {
        case nil: self = .unknown
        case .some(421...): self = .excellent
        case .some(410...): self = .good
        case .some(370...): self = .fair
        case .some(310...): self = .poor
        default: self = .bad
        }
    }
}
