internal import Accounts
internal import CallModel
internal import Foundation
internal import Redaction

/// The asker of a request to the API.
enum APIPrincipal: Sendable {
    /// The holder of an API token, who may see and change everything.
    case operatorToken(name: String)
    /// A user by the password of the user or of one of the user's devices; sees their own calls.
    case user(UserID)
    /// A user on one device, by a bearer session.
    case session(APISession)
    /// Apple, or a person whom Apple vouches for and who may have no account yet. The signature gives no access by
    /// itself; the subject only separates askers for limits.
    case apple(subject: Redacted<String>)

    /// The user, if the asker is one.
    var user: UserID? {
        switch self {
        case .operatorToken, .apple: nil
        case .user(let user): user
        case .session(let session): session.user
        }
    }

    /// A key that distinguishes askers, for limits and the audit.
    var key: String {
        switch self {
        case .operatorToken(let name): "token:\(name)"
        case .user(let user): "user:\(user.rawValue)"
        case .session(let session): "device:\(session.device)"
        // The subject has any length and is personal, so only its digest is used.
        case .apple(let subject): "apple:\(TokenFactory.text(of: TokenFactory.digest(of: subject.revealed)))"
        }
    }
}

/// The identity of a request with a bearer session.
struct APISession: Sendable {
    let id: String
    let user: UserID
    /// The device that it was opened on.
    let device: String

    init(_ session: BearerSession) {
        id = session.id
        user = UserID(session.user)
        device = session.device
    }
}

/// The proof of identity in an `Authorization` header.
enum AuthorizationHeader: Sendable {
    /// Source: RFC 6750 §2.1.
    case token(String)
    case password(BasicCredentials)
    /// Neither of both; treated like a wrong proof.
    case unreadable

    init(_ header: String) {
        let parts = header.split(separator: " ", maxSplits: 1)
        let value = parts.count == 2 ? String(parts[1]) : ""
        switch parts.first?.lowercased() {
        case "bearer": self = .token(value)
        case "basic": self = BasicCredentials(base64: value).map { .password($0) } ?? .unreadable
        default: self = .unreadable
        }
    }

    func asker(among tokens: [APIToken]) -> APIPrincipal? {
        guard case .token(let text) = self else { return nil }
        let digest = APIToken.digest(of: text)
        // Every token is compared, so that the time does not tell which one matches.
        let matching = tokens.filter { $0.matches(digest: digest) }
        return matching.first.map { .operatorToken(name: $0.name) }
    }
}

/// Login and password of an `Authorization: Basic` header. Source: RFC 7617 §2.
struct BasicCredentials: Sendable {
    let login: String
    let password: Redacted<String>

    init?(base64: String) {
        guard let data = Data(base64Encoded: base64), let text = String(data: data, encoding: .utf8),
            let colon = text.firstIndex(of: ":")
        else { return nil }
        login = String(text[..<colon])
        password = Redacted(String(text[text.index(after: colon)...]))
    }
}
