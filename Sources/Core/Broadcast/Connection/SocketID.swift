/// What a client knows its connection by, and what is signed for it.
///
/// Source: Pusher Channels protocol 7: two numbers with a dot between.
public struct SocketID: Hashable, Sendable, CustomStringConvertible {
    /// A number has one digit to ten.
    public static let bytesMax = 21

    private let first: UInt32
    private let second: UInt32

    public init(_ first: UInt32, _ second: UInt32) {
        self.first = first
        self.second = second
    }

    public init?(_ text: some StringProtocol) {
        guard text.utf8.count <= Self.bytesMax else { return nil }
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (48...57).contains($0) } }),
            let first = UInt32(parts[0]), let second = UInt32(parts[1])
        else { return nil }
        self.init(first, second)
    }

    public var description: String { "\(first).\(second)" }
}
