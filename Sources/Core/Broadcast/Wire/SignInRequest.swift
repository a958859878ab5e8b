internal import WireJSON

/// A client's wish to be taken for a user on this connection. Source: Pusher Channels, “User authentication”.
public struct SignInRequest: Hashable, Sendable {
    /// `key:signature`, as the application signed it.
    public let auth: String?
    /// Who the user is, exactly as it was signed: JSON with at least an `id`.
    public let userData: String

    public init(auth: String?, userData: String) {
        self.auth = auth
        self.userData = userData
    }

    /// What the application has to have signed.
    public func signedText(for socket: SocketID) -> String { "\(socket)::user::\(userData)" }

    /// The user it names; nil: it names none.
    var user: String? {
        let id = (try? JSONParser.parse(text: userData))?.object?["id"]?.string
        return id.flatMap { ChannelName.isValid(ChannelName.ofSignedIn($0)) ? $0 : nil }
    }
}
