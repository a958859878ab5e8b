/// An audio codec we can send and receive.
public enum AudioCodec: String, Hashable, Sendable, CaseIterable, Codable {
    /// RFC 6716, 48 kHz, always written `opus/48000/2`.
    case opus
    /// G.711 µ-law, payload type 0.
    case pcmu
    /// G.711 A-law, payload type 8.
    case pcma
}
