public import Redaction

/// A user made through the API, as it is stored.
public struct StoredUser: Hashable, Sendable {
    /// A device with a login of its own.
    public struct Device: Hashable, Sendable {
        public var name: String
        public var login: String
        /// Text of a salted hash.
        public var password: String

        public init(name: String, login: String, password: String) {
            self.name = name
            self.login = login
            self.password = password
        }
    }

    public var name: String
    public var displayName: Redacted<String>?
    /// Where a picture of the user can be had.
    public var picture: Redacted<String>?
    public var numbers: [Redacted<String>]
    /// Text of a salted hash; nil when only devices may log in.
    public var password: String?
    /// Whether a caller whom nobody answers may leave a message.
    public var hasVoicemail: Bool
    public var devices: [Device]

    public init(
        name: String, displayName: Redacted<String>?, picture: Redacted<String>? = nil,
        numbers: [Redacted<String>], password: String?, hasVoicemail: Bool = false, devices: [Device]
    ) {
        self.name = name
        self.displayName = displayName
        self.picture = picture
        self.numbers = numbers
        self.password = password
        self.hasVoicemail = hasVoicemail
        self.devices = devices
    }
}
