import SDP

/// The credentials of one ICE run and the candidates gathered with them.
struct IceGeneration: Hashable, Sendable {
    var credentials: IceCredentials
    var candidates: [IceCandidate] = []
    var isComplete = false

    /// What the `m=` and `c=` lines name for peers without ICE: the most widely reachable (RFC 8829 §5.2.1).
    var defaultCandidate: IceCandidate? {
        func reach(_ candidate: IceCandidate) -> Int? {
            guard candidate.component == 1, candidate.transport == .udp, !candidate.isMulticastDNS else { return nil }
            let isVersion4 = candidate.address.utf8.contains(0x3A) ? 0 : 1
            return switch candidate.kind {
            case .relayed: 4 + isVersion4
            case .serverReflexive, .peerReflexive: 2 + isVersion4
            case .host: isVersion4
            case .other: nil
            }
        }
        var best: (candidate: IceCandidate, reach: Int)?
        for candidate in candidates {
            guard let reach = reach(candidate), reach > best?.reach ?? -1 else { continue }
            best = (candidate, reach)
        }
        return best?.candidate
    }
}
