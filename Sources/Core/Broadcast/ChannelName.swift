/// The rules for channel names, and the names of the exchange's own channels.
///
/// Source: Pusher Channels, “Channel naming conventions”.
public enum ChannelName {
    /// The most bytes of a name. Source: Pusher's HTTP library, which refuses longer ones.
    public static let bytesMax = 200

    /// Whether a channel may have that name.
    public static func isValid(_ name: String) -> Bool {
        guard name.utf8.count <= bytesMax else { return false }
        if let user = rest(of: name, afterPrefix: serverToUser) {
            return !user.isEmpty && user.utf8.allSatisfy { $0 >= 0x20 }
        }
        return !name.isEmpty && name.utf8.allSatisfy { isAllowed($0) }
    }

    /// The prefix of the channel of a signed-in user; the user's name follows as it is.
    static let serverToUser = "#server-to-user-"

    /// The channel of the connections that signed in as a user.
    public static func ofSignedIn(_ user: String) -> String { serverToUser + user }

    private static func rest(of name: String, afterPrefix prefix: String) -> Substring? {
        name.hasPrefix(prefix) ? name.dropFirst(prefix.count) : nil
    }

    /// The private channel with the events about one user.
    public static func ofUser(_ user: String) -> String { "private-user." + escaped(user) }

    /// The private channel with the events about one organization.
    public static func ofOrganization(_ organization: String) -> String {
        privateOrganization + escaped(organization)
    }

    /// The presence channel of an organization's members.
    public static func ofMembers(of organization: String) -> String { presenceOrganization + escaped(organization) }

    /// The private channel with the events for one device alone.
    public static func ofDevice(_ device: String) -> String { privateDevice + escaped(device) }

    /// The organization whose private or presence channel this is; nil: it is of no organization.
    public static func organization(of name: String) -> String? {
        rest(of: name, after: privateOrganization) ?? rest(of: name, after: presenceOrganization)
    }

    /// The device whose private channel this is; nil: it is of no device.
    public static func device(of name: String) -> String? { rest(of: name, after: privateDevice) }

    private static func rest(of name: String, after prefix: String) -> String? {
        guard name.hasPrefix(prefix) else { return nil }
        let text = name.dropFirst(prefix.count)
        // Only one spelling is accepted, or one thing would have several channels.
        guard let rest = unescaped(text), !rest.isEmpty, escaped(rest) == text else { return nil }
        return rest
    }

    private static let privateDevice = "private-device."
    private static let privateOrganization = "private-organization."
    private static let presenceOrganization = "presence-organization."

    /// Writes any text in the characters of a channel name: others become `=` and two hexadecimal digits a byte.
    ///
    /// Different texts stay different, because `=` itself is written so too.
    static func escaped(_ text: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        var bytes: [UInt8] = []
        for byte in text.utf8 {
            if isAllowed(byte), byte != UInt8(ascii: "=") {
                bytes.append(byte)
            } else {
                bytes += [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Reverses ``escaped(_:)``; nil: the text is no result of it.
    private static func unescaped(_ text: Substring) -> String? {
        var bytes: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "=") else {
                bytes.append(byte)
                continue
            }
            guard let value = UInt8(String(Substring(rest.prefix(2))), radix: 16) else { return nil }
            bytes.append(value)
            rest = rest.dropFirst(2)
        }
        return String(validating: bytes, as: UTF8.self)
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "="),
            UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: "."), UInt8(ascii: ";"):
            true
        default: false
        }
    }
}

/// Who may listen to a channel, by the prefix of its name.
///
/// Source: Pusher Channels protocol 7, “Channel types”.
public enum ChannelKind: Hashable, Sendable {
    /// All clients may listen.
    case `public`
    /// Clients that show a signature of the application may listen.
    case `private`
    /// As private, and each member is told who the others are.
    case presence
    /// Connections that signed in as the user in its name may listen. Servers send to it, clients do not. Source:
    /// Pusher Channels, “User authentication”; the prefix as pusher-js has it.
    case user

    /// Every name has a kind, by its prefix.
    public init(channel name: some StringProtocol) {
        self =
            if name.hasPrefix("private-") {
                .private
            } else if name.hasPrefix("presence-") {
                .presence
            } else if name.hasPrefix(ChannelName.serverToUser) {
                .user
            } else {
                .public
            }
    }

    /// Whether a channel sends its last event to new listeners: `cache-`, `private-cache-`, `presence-cache-`.
    public static func isCache(channel name: some StringProtocol) -> Bool {
        name.hasPrefix("cache-") || name.hasPrefix("private-cache-") || name.hasPrefix("presence-cache-")
    }
}
