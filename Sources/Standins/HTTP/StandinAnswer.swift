/// An answer and how it reaches the client, if at all.
public struct StandinAnswer: Hashable, Sendable {
    public enum Telling: Hashable, Sendable {
        case atOnce
        /// So much later, by the stand-in's clock.
        case late(Duration)
        /// The connection ends instead.
        case cutConnection
        /// Never, with the connection left open.
        case never
    }

    public var response: StandinResponse
    public var telling: Telling

    public init(_ response: StandinResponse, _ telling: Telling = .atOnce) {
        self.response = response
        self.telling = telling
    }
}
