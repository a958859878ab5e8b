public import Redaction

/// A STUN or TURN server devices are told of.
public struct IceServerEntry: Hashable, Sendable {
    public var urls: [String]
    public var username: Redacted<String>?
    public var credential: Redacted<String>?

    public init(urls: [String], username: Redacted<String>? = nil, credential: Redacted<String>? = nil) {
        self.urls = urls
        self.username = username
        self.credential = credential
    }
}
