/// Where sound comes out.
public enum AudioRoute: String, CaseIterable, Hashable, Sendable {
    case receiver
    case speaker
    /// Anything wired: headphones, a headset, a line, USB.
    case headphones
    case bluetooth
    case carPlay
    case other
}
