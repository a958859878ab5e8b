internal import WireJSON

/// What the token endpoints refuse a request with (RFC 6749 §5.2).
enum AppleError: String, Error, Hashable, Sendable {
    case invalidRequest = "invalid_request"
    case invalidClient = "invalid_client"
    case invalidGrant = "invalid_grant"
    case unauthorizedClient = "unauthorized_client"
    case unsupportedGrantType = "unsupported_grant_type"
    case invalidScope = "invalid_scope"

    var response: StandinResponse {
        .json(["error": .string(rawValue)], status: 400)
    }
}
