import Redaction

/// A TURN server whose name was looked up.
struct IceRelay: Sendable {
    var server: IceEndpoint
    var usesTCP: Bool
    var username: String
    var password: Redacted<String>
}
