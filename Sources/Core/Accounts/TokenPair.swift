/// The digests of an access token and of the refresh token that replaces both; the tokens themselves are the client's.
public struct TokenPair: Hashable, Sendable {
    public var access: [UInt8]
    public var refresh: [UInt8]

    public init(access: [UInt8], refresh: [UInt8]) {
        self.access = access
        self.refresh = refresh
    }
}
