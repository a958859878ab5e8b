/// Why bytes are not RTP, RTCP or a telephone event. `description` is safe to log: it holds no byte that came from
/// outside.
public struct RTPError: Error, Hashable, Sendable, CustomStringConvertible {
    public enum Code: String, Hashable, Sendable {
        /// The bytes end before what they announce.
        case truncated
        /// The version is not 2.
        case wrongVersion
        /// The padding count is zero or larger than the payload.
        case badPadding
        /// A length field does not fit what it measures.
        case badLength
        /// More bytes or items than we take or can write.
        case limitReached
        /// Text that is not UTF-8.
        case badText
    }

    public var code: Code
    /// What was being read.
    public var context: StaticString
    /// Where, in bytes from the start.
    public var offset: Int

    public init(_ code: Code, _ context: StaticString, at offset: Int) {
        self.code = code
        self.context = context
        self.offset = offset
    }

    public var description: String { "\(code.rawValue): \(context) at byte \(offset)" }

    public static func == (left: RTPError, right: RTPError) -> Bool {
        left.code == right.code && left.offset == right.offset && left.context.description == right.context.description
    }

    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(offset)
    }
}
