public import WireJSON

/// A piece of news of a call on its way to our server.
public struct TelnyxNews: Hashable, Sendable {
    /// `data.id`, the same in every attempt.
    public var id: String
    /// `call.answered` and the like.
    public var event: String
    public var body: JSONObject
    public var url: String
    /// How often it was sent.
    public var attempts: Int
    /// The status of the last answer; nil: none came yet.
    public var status: Int?
}
