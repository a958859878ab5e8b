import SDP

/// Makes what a real engine takes from random sources and the network: unique, and the same in every run.
struct LoopbackIdentity: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    /// SplitMix64.
    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }

    mutating func fingerprint() -> CertificateFingerprint {
        var bytes: [UInt8] = []
        for _ in 0..<4 {
            let word = next()
            for shift in stride(from: UInt64(0), to: 64, by: 8) {
                bytes.append(UInt8(truncatingIfNeeded: word >> shift))
            }
        }
        return CertificateFingerprint(hash: "sha-256", bytes: bytes)
    }

    mutating func credentials() -> IceCredentials {
        IceCredentials(userFragment: text(8), password: text(24))
    }

    private mutating func text(_ count: Int) -> String {
        let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        return String((0..<count).map { _ in letters[Int(next() % 64)] })
    }

    /// An address of RFC 5737's test network, which leads nowhere.
    mutating func candidate(relayed: Bool) -> IceCandidate {
        let port = UInt16(10_000 + next() % 50_000)
        return IceCandidate(
            foundation: "1", priority: relayed ? 16_777_215 : 2_130_706_431, address: "192.0.2.1", port: port,
            kind: relayed ? .relayed : .host, relatedAddress: relayed ? "0.0.0.0" : nil,
            relatedPort: relayed ? 9 : nil)
    }
}
