/// How much a JSON document may ask of its reader.
public struct JSONLimits: Hashable, Sendable {
    /// What becomes of a key that an object has more than once. Source: RFC 8259 §4, which leaves it open.
    public enum RepeatedKeys: Hashable, Sendable {
        /// The document is refused: two readers could understand it differently.
        case refused
        /// The first counts; what comes later under the same key is read and dropped.
        case first
    }

    /// The longest document in bytes. 1 MiB: FreeSWITCH drops a socket at frames over 1,000,000 bytes.
    public static let byteCountMaxDefault = 1 << 20
    /// The deepest nesting of arrays and objects. The deepest known message nests 7; 64 is far below any stack's end.
    public static let depthMaxDefault = 64
    /// The most values in a document. Keeps the memory of a document of small values within a few MiB.
    public static let valueCountMaxDefault = 1 << 16

    public static let standard = JSONLimits()

    public var byteCountMax: Int
    public var depthMax: Int
    public var valueCountMax: Int
    public var repeatedKeys: RepeatedKeys

    public init(
        byteCountMax: Int = byteCountMaxDefault,
        depthMax: Int = depthMaxDefault,
        valueCountMax: Int = valueCountMaxDefault,
        repeatedKeys: RepeatedKeys = .refused
    ) {
        self.byteCountMax = byteCountMax
        self.depthMax = depthMax
        self.valueCountMax = valueCountMax
        self.repeatedKeys = repeatedKeys
    }
}
