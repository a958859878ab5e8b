import Accounts
import ExchangeServer
import Redaction

extension UserEntry {
    /// Reads `name:password`, as `--user` takes it; nil when one of them is missing.
    ///
    /// - Throws: `PasswordRule.Fault` when the password does not keep the rule.
    init?(quickStart text: String, _ rule: PasswordRule) throws(PasswordRule.Fault) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        let password = Redacted(String(parts[1]))
        try rule.check(password, of: String(parts[0]))
        self.init(name: String(parts[0]), password: PasswordHash(unstored: password, of: String(parts[0])))
    }
}
