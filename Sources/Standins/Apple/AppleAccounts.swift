/// The accounts, codes and tokens of the stand-in.
struct AppleAccounts: Sendable {
    /// A code is good for five minutes, once. Source: Apple, "Generate and validate tokens".
    static let codeLife: Duration = .seconds(300)
    /// Codes and tokens that are kept; the oldest go first.
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
    /// Who uses which app: a name is given only the first time.
    private var consents: Set<String> = []

    /// Whether this is the first time for the person and the app.
    mutating func consent(_ subject: String, _ client: String) -> Bool {
        consents.insert("\(client) \(subject)").inserted
    }

    mutating func add(_ code: Code) {
        codes.append(code)
        if codes.count > Self.grantCountMax { codes.removeFirst() }
    }

    mutating func add(_ refresh: Refresh) {
        refreshes.append(refresh)
        if refreshes.count > Self.grantCountMax { refreshes.removeFirst() }
    }

    /// Takes a code, which is spent then whatever follows.
    mutating func redeem(_ text: String, client: String, at now: Duration) -> Code? {
        guard let index = codes.firstIndex(where: { $0.text == text }) else { return nil }
        let code = codes.remove(at: index)
        return code.client == client && now < code.expires ? code : nil
    }

    func refresh(_ text: String, client: String) -> Refresh? {
        refreshes.first { $0.text == text && $0.client == client }
    }

    /// Ends what a token stands for. Nothing is said about a token nobody knows.
    mutating func revoke(_ text: String, client: String) {
        guard let found = refresh(text, client: client) else { return }
        forget(found.subject, client)
    }

    /// The person ends it for the app.
    mutating func forget(_ subject: String, _ client: String) {
        refreshes.removeAll { $0.subject == subject && $0.client == client }
        codes.removeAll { $0.subject == subject && $0.client == client }
        consents.remove("\(client) \(subject)")
    }
}
