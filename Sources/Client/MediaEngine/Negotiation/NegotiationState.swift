/// Where offer and answer stand (RFC 8829 §3.2). The provisional local answer is left out: we never send one.
public enum NegotiationState: String, Hashable, Sendable {
    /// Nothing is under way.
    case stable
    /// We offered and wait for the answer.
    case haveLocalOffer
    /// The peer offered and waits for our answer.
    case haveRemoteOffer
    /// Our offer has a provisional answer (early media); the final one may differ.
    case haveRemotePranswer
}
