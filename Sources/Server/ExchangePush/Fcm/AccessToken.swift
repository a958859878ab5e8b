internal import Redaction

/// An OAuth access token, as granted.
struct AccessToken: Sendable {
    var text: Redacted<String>
    var life: Duration
}
