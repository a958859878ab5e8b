public import PushPayload
public import Redaction

/// What a push service knows a device's app by.
public struct DeviceToken: Hashable, Sendable {
    /// The most bytes of a token of Apple's, written as hexadecimal digits. Today's have 64; Apple asks not to assume a
    /// length, and speaks of up to 100 bytes. Source: Apple, "Registering your app with APNs" (documented).
    public static let apnsLengthMax = 200
    /// The most bytes of a token of Google's. Today's have about 160 (observed); bounded so that a request stays small.
    public static let fcmLengthMax = 1_024
    /// The longest topic or project, in bytes. A bundle id has at most 155 characters (documented).
    public static let addressLengthMax = 256

    /// Where it is good.
    public let address: PushAddress
    /// Secret enough: whoever has it and a key of the app's can ring the device.
    public let value: Redacted<String>
    /// When the device last told it, by the exchange's clock.
    public let registeredAt: WallTime

    /// - Throws: what is wrong with it; never the token itself.
    public init(_ value: String, at address: PushAddress, registeredAt: WallTime) throws(DeviceTokenError) {
        switch address {
        case .apns(let topic, _):
            guard Self.isPlain(topic) else { throw DeviceTokenError(.badTopic) }
            guard value.utf8.count >= 2, value.utf8.count.isMultiple(of: 2), value.utf8.allSatisfy(Self.isHexadecimal)
            else { throw DeviceTokenError(.notHexadecimal) }
            guard value.utf8.count <= Self.apnsLengthMax else { throw DeviceTokenError(.tooLong) }
            self.value = Redacted(value.lowercased())
        case .fcm(let project):
            guard Self.isPlain(project) else { throw DeviceTokenError(.badProject) }
            guard value.utf8.count <= Self.fcmLengthMax else { throw DeviceTokenError(.tooLong) }
            guard !value.isEmpty, value.utf8.allSatisfy({ Self.isWord($0) || $0 == UInt8(ascii: ":") }) else {
                throw DeviceTokenError(.badSign)
            }
            self.value = Redacted(value)
        }
        self.address = address
        self.registeredAt = registeredAt
    }

    /// Which of Apple's environments may know the token, in the order to try them.
    public var environmentsToTry: [ApnsEnvironment] {
        switch address {
        case .apns(_, let environment): environment.map { [$0] } ?? [.production, .sandbox]
        case .fcm: []
        }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }

    /// What may stand in a header or a path without being escaped.
    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "-"), UInt8(ascii: "_"):
            true
        default: false
        }
    }

    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && name.utf8.count <= addressLengthMax
            && name.utf8.allSatisfy { isWord($0) || $0 == UInt8(ascii: ".") }
    }
}
