import Accounts
import ExchangeStorage
import Redaction

/// Accounts for tests.
enum AccountSamples {
    static let hour: Int64 = 3_600_000_000

    static func device(_ id: String, of user: String = "alice") -> AccountDevice {
        AccountDevice(
            id: id, user: user, installation: "installation-\(id)", name: "Phone", platform: "ios", createdAt: 1,
            lastUsedAt: 1)
    }

    static func pair(_ number: UInt8) -> TokenPair { TokenPair(access: [1, number], refresh: [2, number]) }

    static func session(_ id: String, device: String, _ number: UInt8, user: String = "alice") -> BearerSession {
        BearerSession(id: id, user: user, device: device, tokens: pair(number), at: 0, policy: SessionPolicy())
    }

    static func credential(
        _ login: String, device: String, organization: String? = nil, at: Int64 = 0, user: String = "alice"
    ) -> SIPCredential {
        SIPCredential(
            login: login, device: device, user: user, organization: organization, secret: "hash", createdAt: at,
            expiresAt: at + CredentialRotation.lifeTime)
    }

    static func apple(_ subject: String, user: String, email: String? = nil, token: [UInt8]? = nil) -> AppleIdentity {
        AppleIdentity(
            subject: Redacted(subject), user: user, client: "app", refreshToken: token,
            email: email.map { Redacted($0) }, isEmailVerified: email != nil, isEmailPrivate: false, createdAt: 7)
    }

    static func member(_ user: String, _ role: MemberRole = .member, of organization: String = "acme") -> Member {
        Member(organization: organization, user: user, role: role, joinedAt: 1)
    }
}
