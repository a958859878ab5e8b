/// Cuts a value at its spaces. Peers differ in how many they write, so several count as one.
struct FieldReader {
    /// What has not been read, with the spaces before it but for one behind the field read last.
    private(set) var rest: SDPBytes

    init(_ value: SDPBytes) {
        rest = value
    }

    /// The next field, or nil at the end. Never empty.
    mutating func next() -> SDPBytes? {
        guard let start = rest.firstIndex(where: { $0 != 0x20 }) else { return nil }
        let (field, after) = rest[start...].cut(at: 0x20)
        rest = after ?? rest[rest.endIndex...]
        return field
    }
}
