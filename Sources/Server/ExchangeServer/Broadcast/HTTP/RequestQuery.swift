/// Path and query of a request, as they are signed.
package struct RequestQuery {
    /// The path as it stands in the request.
    package let path: String
    /// Names in lower case, values decoded, sorted by name.
    private let fields: [(name: String, value: String)]

    /// nil: something in it cannot be decoded.
    package init?(uri: String) {
        let parts = uri.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        path = String(parts[0])
        var fields: [(name: String, value: String)] = []
        for field in parts.count > 1 ? parts[1].split(separator: "&") : [] {
            let halves = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentEncoding.decode(halves[0]),
                let value = PercentEncoding.decode(halves.count > 1 ? halves[1] : "")
            else { return nil }
            fields.append((name.lowercased(), value))
        }
        self.fields = fields.sorted { $0.name < $1.name }
    }

    package subscript(name: String) -> String? { fields.first { $0.name == name }?.value }

    /// Everything but the signature itself. Source: Pusher Channels HTTP API, “Generating authentication signatures”.
    package var signedText: String {
        fields.filter { $0.name != "auth_signature" }.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
    }
}
