internal import Accounts
internal import CallModel
internal import CallerSealing
internal import ExchangeStorage
internal import Foundation
internal import PushDelivery
internal import Redaction
internal import WireJSON

/// Accounts as JSON, with their shapes.
enum AccountDocument {
    /// The most organizations that one device has credentials for.
    static let organizationsMax = 32
    /// The most organizations of one user that are read at once.
    static let membershipsMax = 1_000
    /// The most push tokens of one request: of each kind, for each environment.
    static let tokensMax = 8
    /// The most entries of one page.
    static let pageMax = 200
    static let pageDefault = 50

    static let platforms = ["ios", "android", "web", "desktop", "other"]

    static let installation = Shape.named(
        "Installation",
        .object(
            .needed("installation", .text(.token(8...128))), .needed("platform", .choice(platforms)),
            .needed("name", .text(.line(1...100)))))

    static let device = Shape.named(
        "Device",
        .object(
            .needed("id", .text(.identifier)), .needed("installation", .text(.any(1...128))),
            .needed("platform", .choice(platforms)), .needed("name", .text(.any(0...100))),
            .optional("organization_id", .text(.identifier)),
            .needed("organization_version", .integer(0...Int64.max)),
            .needed("created_at", .text(.moment)), .needed("last_used_at", .text(.moment))))

    static let session = Shape.named(
        "Session",
        .object(
            .needed("access_token", .text(.token(40...64))), .needed("token_type", .choice(["Bearer"])),
            .needed("expires_in", .integer(0...Int64.max)), .needed("refresh_token", .text(.token(40...64))),
            .needed("refresh_expires_in", .integer(0...Int64.max)), .needed("user", .text(.any(1...128))),
            .optional("display_name", .text(.any(0...256))),
            .needed("device", device)))

    static let pushToken = Shape.named(
        "PushToken",
        .kinds(
            by: "kind",
            (PushToken.Kind.apnsVoIP.rawValue, [appleToken, environment, .needed("topic", .text(.topic))]),
            (PushToken.Kind.apns.rawValue, [appleToken, environment, .optional("topic", .text(.topic))]),
            (PushToken.Kind.fcm.rawValue, [.needed("token", .text(fcmToken))])))

    /// A push token of Apple's has 32 bytes today.
    private static let appleToken = Shape.Field.needed(
        "token", .text(.hexadecimal(16...DeviceToken.apnsLengthMax)))
    private static let environment = Shape.Field.optional("environment", .choice(["production", "development"]))
    private static let fcmToken = TextSchema(
        length: 16...DeviceToken.fcmLengthMax, pattern: "^[A-Za-z0-9:_-]+$",
        allows: { $0 != "." && TextSchema.identifier.allows($0) })

    /// Base64 of ``CallerSeal/keyByteCount`` bytes: 42 characters and one of 4 bits, whose other 2 bits must be zero.
    static let pushKey = TextSchema(
        length: 44...44, pattern: "^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=$", allows: { $0.isASCII },
        fault: { pushKey(base64: $0) == nil ? "must be base64 of \(CallerSeal.keyByteCount) bytes" : nil })

    static let credential = Shape.named(
        "Credential",
        .object(
            .optional("organization_id", .text(.identifier)), .needed("sip_username", .text(.identifier)),
            .needed("sip_password", .text(.token(20...64))), .needed("expires_at", .text(.moment)),
            .needed("version", .integer(1...Int64.max))))

    /// A JSON Web Token with its two dots.
    static let carrierTokenMax = 8 * 1_024

    static let carrierCredential = Shape.named(
        "CarrierCredential",
        .object(
            .needed("organization_id", .text(.identifier)), .needed("login_token", .text(.any(5...carrierTokenMax))),
            .needed("address", .text(.any(6...1_024))), .needed("expires_at", .text(.moment)),
            .needed("version", .integer(1...Int64.max))))

    // MARK: - Documents

    static func pushKey(base64 text: String) -> Redacted<[UInt8]>? {
        guard let bytes = Data(base64Encoded: text), bytes.count == CallerSeal.keyByteCount else { return nil }
        return Redacted([UInt8](bytes))
    }

    static func installation(from object: JSONObject?) -> AccountService.Installation {
        AccountService.Installation(
            id: object?["installation"]?.string ?? "", platform: object?["platform"]?.string ?? "other",
            name: Redacted(object?["name"]?.string ?? ""))
    }

    static func json(_ device: AccountDevice) -> JSONValue {
        var object: JSONObject = [
            "id": .string(device.id), "installation": .string(device.installation),
            "platform": .string(device.platform), "name": .string(device.name.revealed),
            "organization_version": .integer(device.organizationVersion),
            "created_at": .string(Timestamp.text(microseconds: device.createdAt)),
            "last_used_at": .string(Timestamp.text(microseconds: device.lastUsedAt)),
        ]
        object["organization_id"] = device.organization.map { .string($0) }
        return .object(object)
    }

    static func json(_ opened: AccountService.OpenedSession, _ call: APICall) async throws -> JSONValue {
        let (user, now) = (UserID(opened.session.user), call.now)
        func seconds(until end: Int64) -> JSONValue { .integer(max(0, (end - now) / 1_000_000)) }
        var object: JSONObject = [
            "access_token": .string(opened.access.revealed), "token_type": "Bearer",
            "expires_in": seconds(until: opened.session.accessExpiresAt),
            "refresh_token": .string(opened.refresh.revealed),
            "refresh_expires_in": seconds(until: opened.session.refreshExpiresAt),
            "user": .string(opened.session.user), "device": json(opened.device),
        ]
        let name = try await call.backend.onLoop { $0.directory.user(user)?.displayName }
        object["display_name"] = name.map { .string($0.revealed) }
        return .object(object)
    }

    static func json(_ issued: AccountService.IssuedCredential) -> JSONValue {
        var object: JSONObject = [
            "sip_username": .string(issued.credential.login), "sip_password": .string(issued.password.revealed),
            "expires_at": .string(Timestamp.text(microseconds: issued.credential.expiresAt)),
            "version": .integer(issued.version),
        ]
        object["organization_id"] = issued.credential.organization.map { .string($0) }
        return .object(object)
    }

    /// - Parameters:
    ///   - address: the carrier's WebRTC edge.
    ///   - version: higher than that of any earlier credential of the device.
    static func json(_ grant: CarrierTokens.Grant, at address: String, version: Int64) -> JSONValue {
        [
            "organization_id": .string(grant.organization), "login_token": .string(grant.token.token.revealed),
            "address": .string(address),
            "expires_at": .string(Timestamp.text(microseconds: grant.token.expiresAt)), "version": .integer(version),
        ]
    }
}
