/// Where sound comes out.
public enum AudioRoute: String, CaseIterable, Hashable, Sendable {
    case receiver
    case speaker
    case headphones
    case bluetooth
    case other
}
