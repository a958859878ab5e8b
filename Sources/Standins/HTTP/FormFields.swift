/// The fields of a form (`application/x-www-form-urlencoded`) or of a query.
struct FormFields: Hashable, Sendable {
    /// The most fields that are read.
    private static let countMax = 64

    private var fields: [StandinHeader] = []

    /// Nil when something is not written as a form, or there are too many fields.
    init?(_ text: String) {
        let parts = text.split(separator: "&")
        guard parts.count <= Self.countMax else { return nil }
        for part in parts {
            let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = pair[0].formDecoded, let value = (pair.count > 1 ? pair[1] : "").formDecoded else {
                return nil
            }
            fields.append(StandinHeader(name, value))
        }
    }

    /// The only value under a name; nil when there is none, or several.
    subscript(name: String) -> String? {
        let found = fields.filter { $0.name == name }
        return found.count == 1 ? found[0].value : nil
    }
}
