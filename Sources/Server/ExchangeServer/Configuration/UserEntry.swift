public import PushDelivery
public import Redaction

/// A person or another party that is called by one name.
public struct UserEntry: Hashable, Sendable {
    /// The longest name of an organization in bytes, so that its channel names stay within their limit in any encoding.
    public static let organizationBytesMax = 59

    /// The name that others dial, and the login of devices that use the user's own password.
    public var name: String
    /// The name shown to the other party; nil: `name`.
    public var displayName: Redacted<String>?
    /// The address of the user's picture, a `PictureAddress`; nil: none.
    public var picture: Redacted<String>?
    /// Other texts that reach this user when dialed: extensions, numbers.
    public var numbers: [Redacted<String>]
    /// The password that any device of the user may log in with; nil: only named devices may log in.
    public var password: PasswordHash?
    /// The devices with a login of their own.
    public var devices: [DeviceEntry]
    /// The organizations of the user by configuration; calls of the user's devices begin in the first.
    public var organizations: [String]
    /// Whether a caller may leave a message when the user does not answer.
    public var hasVoicemail = false

    /// The organization of users and numbers of the file that name none.
    public static let usualOrganization = "main"

    /// The organizations in which a user of the file may be called.
    var callingOrganizations: [String] { organizations.isEmpty ? [Self.usualOrganization] : organizations }

    public init(
        name: String, displayName: Redacted<String>? = nil, picture: Redacted<String>? = nil,
        numbers: [Redacted<String>] = [], password: PasswordHash? = nil, devices: [DeviceEntry] = [],
        organizations: [String] = []
    ) {
        self.name = name
        self.displayName = displayName
        self.picture = picture
        self.numbers = numbers
        self.password = password
        self.devices = devices
        self.organizations = organizations
    }
}

/// A device with a login of its own, so that it can be distinguished from the user's other devices and revoked alone.
public struct DeviceEntry: Hashable, Sendable {
    /// The user's name of it.
    public var name: String
    /// Its login, which is unique in the exchange.
    public var login: String
    /// The hash of the device's own password.
    public var password: PasswordHash
    /// The SIP address of its credential at Telnyx.
    public var telnyxAddress: Redacted<String>?
    /// Its tokens at push services.
    public var pushTokens: [DeviceToken] = []
    /// The device's key of 32 bytes that encrypts the caller's name for it.
    public var pushKey: Redacted<[UInt8]>?

    public init(name: String, login: String, password: PasswordHash) {
        self.name = name
        self.login = login
        self.password = password
    }
}
