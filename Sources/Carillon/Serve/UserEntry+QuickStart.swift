import ExchangeServer
import Redaction

extension UserEntry {
    /// Reads `name:password`, as `--user` takes it.
    init(quickStart text: String) throws {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else {
            throw ServeFailure(description: "--user takes name:password, both given")
        }
        self.init(name: String(parts[0]), password: .plain(Redacted(String(parts[1]))))
    }
}
