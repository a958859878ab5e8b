public import WireJSON

/// What a stand-in says of one request: safe to print, because it names no token and no secret in full.
public struct StandinLine: Hashable, Sendable {
    public var at: Duration
    public var party: StandinKind
    public var method: String
    public var path: String
    public var status: Int
    /// More about it, in the party's own words.
    public var note: String

    public init(at: Duration, party: StandinKind, method: String, path: String, status: Int, note: String) {
        self.at = at
        self.party = party
        self.method = method
        self.path = path
        self.status = status
        self.note = note
    }

    /// For `--json`.
    public var object: JSONObject {
        [
            "at_ms": .integer(at.wholeMilliseconds), "standin": .string(party.rawValue), "method": .string(method),
            "path": .string(path), "status": .integer(Int64(status)), "note": .string(note),
        ]
    }

    /// A path with what is secret in it shortened: device tokens and identifiers of calls keep their first eight
    /// characters.
    static func shortened(_ path: some StringProtocol) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { part in part.count > 40 ? "\(part.prefix(8))…" : String(part) }
            .joined(separator: "/")
    }
}
