import ExchangeServer
import Redaction

extension UserEntry {
    /// Reads `name:password`, as `--user` takes it; nil when one of them is missing.
    init?(quickStart text: String) {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
        self.init(name: String(parts[0]), password: .plain(Redacted(String(parts[1]))))
    }
}
