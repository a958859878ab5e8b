internal import Crypto
internal import Foundation
internal import Redaction
internal import WireJSON

extension TelnyxParty {
    /// The longest lifetime of a token; it also ends with its credential.
    private static let tokenLife: Duration = .seconds(86_400)

    mutating func credentials(
        _ request: StandinRequest, _ path: [Substring], _ body: JSONObject, at now: Duration
    ) throws(TelnyxError) -> StandinResponse {
        switch (request.method, path.count) {
        case ("POST", 0): return try create(body, at: now)
        case ("GET", 0): return try list(request, at: now)
        case ("POST", 2) where path[1] == "token":
            let credential = credentials[try index(path[0])]
            guard !isExpired(credential, at: now) else {
                throw TelnyxError(404, "10005", "Resource not found", "The credential has expired.")
            }
            return .text(token(credential, at: now), status: 201)
        case ("GET", 1): return reply(credentials[try index(path[0])], at: now)
        case ("PATCH", 1):
            try TelnyxCommandSchema.credentialChange.check(body)
            let index = try index(path[0])
            if let name = body["name"]?.string { credentials[index].name = name }
            if let expires = body["expires_at"]?.string { credentials[index].expiresAt = try Self.moment(expires).0 }
            return reply(credentials[index], at: now)
        case ("DELETE", 1):
            let credential = credentials.remove(at: try index(path[0]))
            endRegistrations(of: credential.username, at: now)
            return reply(credential, at: now)
        default: throw TelnyxError(404, "10005", "Resource not found", "The stand-in has no such resource.")
        }
    }

    private mutating func create(_ body: JSONObject, at now: Duration) throws(TelnyxError) -> StandinResponse {
        try TelnyxCommandSchema.credential.check(body)
        guard body["connection_id"]?.string == configuration.credentialConnectionID ?? body["connection_id"]?.string
        else { throw TelnyxError.request("10015", "No such connection.", at: "connection_id") }
        if let end = body["expires_at"]?.string, try Self.moment(end).1 <= now {
            throw TelnyxError.request("10015", "expires_at is in the future.", at: "expires_at")
        }
        guard credentials.count < TelnyxCredential.countMax else { throw TelnyxError.tooManyRequests }
        let credential = TelnyxCredential(
            id: identifiers.uuid(), connection: body["connection_id"]?.string ?? "",
            username: "gencred" + identifiers.text(40), password: Redacted(identifiers.text(32)),
            name: body["name"]?.string, tag: body["tag"]?.string,
            expiresAt: try body["expires_at"]?.string.map { text throws(TelnyxError) in try Self.moment(text).0 },
            createdAt: Self.time(now))
        credentials.append(credential)
        return reply(credential, status: 201, at: now)
    }

    private func list(_ request: StandinRequest, at now: Duration) throws(TelnyxError) -> StandinResponse {
        guard let fields = FormFields(request.query) else {
            throw TelnyxError.request("10015", "The query cannot be read.", at: "")
        }
        let found = credentials.filter { credential in
            (fields["filter[sip_username]"].map { $0 == credential.username } ?? true)
                && (fields["filter[name]"].map { $0 == credential.name } ?? true)
                && (fields["filter[tag]"].map { $0 == credential.tag } ?? true)
                && (fields["filter[resource_id]"].map { $0 == "connection:\(credential.connection)" } ?? true)
        }
        let count = JSONValue.integer(Int64(found.count))
        return .json([
            "data": .array(found.map { .object($0.object(isExpired: isExpired($0, at: now))) }),
            "meta": ["total_results": count, "page_number": 1, "page_size": count, "total_pages": 1],
        ])
    }

    private func reply(_ credential: TelnyxCredential, status: Int = 200, at now: Duration) -> StandinResponse {
        .json(["data": .object(credential.object(isExpired: isExpired(credential, at: now)))], status: status)
    }

    private func index(_ id: Substring) throws(TelnyxError) -> Int {
        guard let index = credentials.firstIndex(where: { $0.id == id }) else {
            throw TelnyxError(404, "10005", "Resource not found", "No such credential.")
        }
        return index
    }

    private func isExpired(_ credential: TelnyxCredential, at now: Duration) -> Bool {
        credential.expiresAt.flatMap { try? Self.moment($0).1 }.map { $0 <= now } ?? false
    }

    /// The credential as JSON without its password.
    func shown(_ credential: TelnyxCredential, at now: Duration) -> JSONObject {
        var object = credential.object(isExpired: isExpired(credential, at: now))
        object["sip_password"] = nil
        return object
    }

    /// Whether an address belongs to a deleted or expired credential. Addresses other than `gencred…` belong to
    /// connections that the account created elsewhere.
    func isDead(_ address: String, at now: Duration) -> Bool {
        guard address.hasPrefix("sip:gencred"), let user = address.dropFirst(4).split(separator: "@").first else {
            return false
        }
        return credentials.first { $0.username == user }.map { isExpired($0, at: now) } ?? true
    }

    /// The credential with this user name, if it exists and has not expired.
    func credential(named user: String, at now: Duration) -> TelnyxCredential? {
        credentials.first { $0.username == user && !isExpired($0, at: now) }
    }

    private func token(_ credential: TelnyxCredential, at now: Duration) -> String {
        let end = credential.expiresAt.flatMap { try? Self.moment($0).1 } ?? now + Self.tokenLife
        let claims: JSONObject = [
            "aud": "telnyx_telephony", "iss": "telnyx_telephony", "sub": .string(credential.id), "typ": "access",
            "iat": .integer(now.wholeSeconds), "nbf": .integer(now.wholeSeconds - 1),
            "exp": .integer(min(end, now + Self.tokenLife).wholeSeconds),
        ]
        return JSONWebToken.make(claims, secret: Array(configuration.apiKey.utf8))
    }

    /// Parses a time; returns the text and the moment since 1970.
    private static func moment(_ text: String) throws(TelnyxError) -> (String, Duration) {
        guard let date = try? Date(text.contains(":") ? text : text + "T00:00:00Z", strategy: .iso8601) else {
            throw TelnyxError.request("10015", "expires_at is a time in ISO 8601.", at: "expires_at")
        }
        return (text, .seconds(date.timeIntervalSince1970))
    }
}

/// A telephony credential, with which one device registers.
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
