/// Who sends media, as one side's description puts it (RFC 8866 §6.7).
public enum MediaDirection: String, Hashable, Sendable, CaseIterable, Codable {
    case sendrecv, sendonly, recvonly, inactive
}
