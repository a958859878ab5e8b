public import PushDelivery
public import Redaction

/// A person, or anything else that is called by one name.
public struct UserEntry: Hashable, Sendable {
    /// The longest name of an organisation, in bytes: however it is written, its channels' names are none too long.
    public static let organizationBytesMax = 59

    /// What others dial and, with the user's own password, what a device logs in as.
    public var name: String
    /// What is shown to the other party; nil: the name.
    public var displayName: Redacted<String>?
    /// Where a picture of the user can be had, a `PictureAddress`; nil: nowhere.
    public var picture: Redacted<String>?
    /// Other things one may dial to reach this user: extensions, numbers.
    public var numbers: [Redacted<String>]
    /// The password any device of the user may log in with; nil: only named devices may.
    public var password: PasswordHash?
    /// Devices with a login of their own.
    public var devices: [DeviceEntry]
    /// The organisations the user is a member of by configuration; calls the user's devices make begin in the first.
    public var organizations: [String]
    /// Whether a caller whom nobody answers may leave a message.
    public var hasVoicemail = false

    /// The organisation that users and numbers of the file are in when it names none of theirs.
    public static let usualOrganization = "main"

    /// Of a user of the file: in which organisations they may be called.
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

/// A device that logs in under a name of its own, so that it can be told from the user's others and be revoked alone.
public struct DeviceEntry: Hashable, Sendable {
    /// How the user knows it.
    public var name: String
    /// What it logs in as. Unique in the exchange.
    public var login: String
    public var password: PasswordHash
    /// Where Telnyx reaches it: the SIP address of its credential there.
    public var telnyxAddress: Redacted<String>?
    /// What push services know it by.
    public var pushTokens: [DeviceToken] = []
    /// What the caller's name is encrypted to it with: 32 bytes it has made.
    public var pushKey: Redacted<[UInt8]>?

    public init(name: String, login: String, password: PasswordHash) {
        self.name = name
        self.login = login
        self.password = password
    }
}
