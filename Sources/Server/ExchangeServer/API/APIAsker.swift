internal import CallModel

/// Who asks the API.
enum APIAsker: Sendable {
    /// A holder of a token: may see and change everything.
    case operatorToken(name: String)
    /// A user, by the credentials of the user or of one of the user's devices: sees own calls.
    case user(UserID)
}
