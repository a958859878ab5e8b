internal import CallModel
internal import Redaction

/// Who asks the API.
enum APIAsker: Sendable {
    /// A holder of a token: may see and change everything.
    case operatorToken(name: String)
    /// A user, by the credentials of the user or of one of the user's devices: sees own calls.
    case user(UserID)
    /// A user on one device, by a bearer session.
    case session(APISession)
    /// Apple, or a person whom Apple vouches for and who may have no account yet: by Apple's signature. Only
    /// limits tell them apart: the signature gives no access by itself.
    case apple(subject: Redacted<String>)

    /// The user, if it is one.
    var user: UserID? {
        switch self {
        case .operatorToken, .apple: nil
        case .user(let user): user
        case .session(let session): session.user
        }
    }

    /// Tells askers apart, for limits and books.
    var key: String {
        switch self {
        case .operatorToken(let name): "token:\(name)"
        case .user(let user): "user:\(user.rawValue)"
        case .session(let session): "device:\(session.device)"
        // Of any length, and personal.
        case .apple(let subject): "apple:\(TokenMint.text(of: TokenMint.digest(of: subject.revealed)))"
        }
    }
}
