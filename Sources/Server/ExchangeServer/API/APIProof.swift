/// What an `Authorization` header offers as a proof of who asks.
enum APIProof: Sendable {
    /// Source: RFC 6750 §2.1.
    case token(String)
    case password(BasicCredentials)
    /// Neither; as good as a wrong one.
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

    func asker(among tokens: [APIToken]) -> APIAsker? {
        guard case .token(let text) = self else { return nil }
        let digest = APIToken.digest(of: text)
        // Every token is compared, so that the time does not tell which.
        let matching = tokens.filter { $0.matches(digest: digest) }
        return matching.first.map { .operatorToken(name: $0.name) }
    }
}
