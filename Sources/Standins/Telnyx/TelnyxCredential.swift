internal import Redaction
internal import WireJSON

/// A telephony credential: what one device registers with.
struct TelnyxCredential: Hashable, Sendable {
    /// The most credentials of one stand-in.
    static let countMax = 10_000

    var id: String
    var connection: String
    var username: String
    var password: Redacted<String>
    var name: String?
    var tag: String?
    var expiresAt: String?
    var createdAt: String

    func object(isExpired: Bool) -> JSONObject {
        var object: JSONObject = [
            "id": .string(id), "record_type": "credential", "resource_id": .string("connection:\(connection)"),
            "sip_username": .string(username), "sip_password": .string(password.revealed), "expired": .bool(isExpired),
            "created_at": .string(createdAt), "updated_at": .string(createdAt),
        ]
        if let name { object["name"] = .string(name) }
        if let expiresAt { object["expires_at"] = .string(expiresAt) }
        return object
    }
}
