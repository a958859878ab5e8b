/// A kind of push.
///
/// Source: developer.apple.com/documentation/pushkit/pkpushtype.
public struct PKPushType: RawRepresentable, Hashable, Sendable {
    /// The name in the system.
    public let rawValue: String

    /// A name in the system.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A name in the system.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// A call is coming in.
    public static let voIP = PKPushType(rawValue: "PKPushTypeVoIP")
    /// A complication of the watch has news.
    @available(iOS, introduced: 9.0, deprecated: 13.0, message: "the watch takes its own pushes")
    public static let complication = PKPushType(rawValue: "PKPushTypeComplication")
    /// A file provider has news.
    public static let fileProvider = PKPushType(rawValue: "PKPushTypeFileProvider")
}
