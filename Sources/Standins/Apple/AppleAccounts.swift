/// The consents, codes and tokens of the stand-in.
struct AppleAccounts: Sendable {
    /// The lifetime of a code, which can be used once. Source: Apple, "Generate and validate tokens".
    static let codeLife: Duration = .seconds(300)
    /// The most codes and the most tokens kept; the oldest are dropped first.
    private static let grantCountMax = 10_000

    struct Code: Sendable {
        var text: String
        var client: String
        var subject: String
        var nonce: String?
        var expires: Duration
    }

    struct Refresh: Sendable {
        var text: String
        var client: String
        var subject: String
    }

    private var codes: [Code] = []
    private var refreshes: [Refresh] = []
    /// The pairs of app and person with a consent, because the name is given only at the first consent.
    private var consents: [String] = []

    /// Records the consent; returns whether it is the first for the person and the app.
    mutating func consent(_ subject: String, _ client: String) -> Bool {
        let pair = "\(client) \(subject)"
        guard !consents.contains(pair) else { return false }
        consents.append(pair)
        if consents.count > Self.grantCountMax { consents.removeFirst() }
        return true
    }

    mutating func add(_ code: Code) {
        codes.append(code)
        if codes.count > Self.grantCountMax { codes.removeFirst() }
    }

    mutating func add(_ refresh: Refresh) {
        refreshes.append(refresh)
        if refreshes.count > Self.grantCountMax { refreshes.removeFirst() }
    }

    /// Redeems a code; it is consumed even if the result is nil.
    mutating func redeem(_ text: String, client: String, at now: Duration) -> Code? {
        guard let index = codes.firstIndex(where: { $0.text == text }) else { return nil }
        let code = codes.remove(at: index)
        return code.client == client && now < code.expires ? code : nil
    }

    func refresh(_ text: String, client: String) -> Refresh? {
        refreshes.first { $0.text == text && $0.client == client }
    }

    /// Revokes the grant of a token. An unknown token is ignored.
    mutating func revoke(_ text: String, client: String) {
        guard let found = refresh(text, client: client) else { return }
        forget(found.subject, client)
    }

    /// Removes all grants of a person for the app.
    mutating func forget(_ subject: String, _ client: String) {
        refreshes.removeAll { $0.subject == subject && $0.client == client }
        codes.removeAll { $0.subject == subject && $0.client == client }
        consents.removeAll { $0 == "\(client) \(subject)" }
    }
}
