public import PushPayload
public import Redaction

/// The token by which a push service knows the app on a device.
public struct DeviceToken: Hashable, Sendable {
    /// The most bytes of a token of Apple's, written as hexadecimal digits. Today's have 64; Apple asks not to assume a
    /// length, and speaks of up to 100 bytes. Source: Apple, "Registering your app with APNs" (documented).
    public static let apnsLengthMax = 200
    /// The most bytes of a token of Google's. Today's have about 160 (observed); bounded so that a request stays small.
    public static let fcmLengthMax = 1_024
    /// The longest topic or project, in bytes. A bundle id has at most 155 characters (documented).
    public static let addressLengthMax = 256

    /// The service and the app that the token is valid for.
    public let address: PushAddress
    /// Secret, because the device can be rung with it and a key of the app's.
    public let value: Redacted<String>
    /// When the device last registered it, by the exchange's clock.
    public let registeredAt: WallTime

    /// - Throws: the fault of the token; never the token itself.
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
    public var environmentsToTry: [APNsEnvironment] {
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

    /// Whether a byte may stand in a header or a path without being escaped.
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

/// The service and the app that a device token is valid for.
public enum PushAddress: Hashable, Sendable {
    /// Apple's service: the topic is the app's bundle id, with `.voip` behind it for VoIP pushes. The environment is
    /// nil when the device did not say; then production is tried first.
    case apns(topic: String, APNsEnvironment?)
    /// Google's service: the Firebase project.
    case fcm(project: String)

    /// The service of the address.
    public var service: PushService {
        switch self {
        case .apns: .apns
        case .fcm: .fcm
        }
    }
}

/// The service that carries a push to a device.
public enum PushService: String, Hashable, Sendable, CaseIterable {
    /// Apple Push Notification service.
    case apns
    /// Firebase Cloud Messaging.
    case fcm
}

/// Why a text is no device token.
public struct DeviceTokenError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule that the text breaks.
    public enum Code: String, Hashable, Sendable, CaseIterable {
        /// A token of Apple's is an even number of hexadecimal digits.
        case notHexadecimal
        case tooLong
        /// The text has a character that no token of Google's has.
        case badSign
        case badTopic
        case badProject
    }

    /// The rule that the text breaks.
    public let code: Code

    public init(_ code: Code) {
        self.code = code
    }

    public var description: String { "device token: \(code.rawValue)" }
}

/// The report of a push service that it no longer accepts a token.
public struct TokenRemoval: Hashable, Sendable {
    /// Why the service no longer accepts the token.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The app is gone from the device, or has another token now.
        case unregistered
        /// The service does not know it, in this environment.
        case badToken
        /// It belongs to another app or project.
        case wrongOwner
    }

    /// Why the service no longer accepts the token.
    public let cause: Cause
    /// The time since which the token is known to be gone: the service's, or else when the push was handed in.
    public let goneSince: WallTime

    public init(_ cause: Cause, goneSince: WallTime) {
        self.cause = cause
        self.goneSince = goneSince
    }

    /// Whether a token that was last registered at a given time has to be deleted. If a device registered it later, it
    /// is a new registration of the same token, and stays.
    ///
    /// Source: Apple, "Handling notification responses from APNs": stop "unless the device token was registered after
    /// the timestamp" (documented).
    public func removes(registeredAt: WallTime) -> Bool { registeredAt < goneSince }
}

/// The tokens by which a device is told of a call: those that wake its app, and if they fail, those by which the system
/// shows an alert or removes one.
///
/// A device may no longer accept VoIP pushes if its app was deleted and restored, if its system withholds them (because
/// earlier ones were not reported as calls), or if it was asleep for weeks. The service does not always say so.
/// Source: C5, C13.
public struct PushRouting: Hashable, Sendable {
    /// Pushed to at once.
    public let first: [DeviceToken]
    /// Pushed to if no push to the first ones can arrive.
    public let second: [DeviceToken]

    /// - Parameters:
    ///   - waking: the tokens that wake the app.
    ///   - alerting: the tokens by which the system shows alerts.
    ///   - silence: how long the device has been silent; nil if that is not known.
    ///   - silenceMax: the silence after which an alert is sent beside the push that wakes.
    public init(waking: [DeviceToken], alerting: [DeviceToken], silence: Duration?, silenceMax: Duration) {
        let isSilent = silence.map { $0 > silenceMax } ?? false
        first = waking.isEmpty || isSilent ? waking + alerting : waking
        second = waking.isEmpty || isSilent ? [] : alerting
    }

    /// Whether the second way is to be tried after these outcomes of the first.
    public static func isSecondNeeded(after outcomes: [PushOutcome]) -> Bool {
        outcomes.allSatisfy(\.isOfNoUse)
    }
}

extension PushOutcome {
    /// Whether the service will never bring that push to that token: the token is gone, the push was refused, or the
    /// exchange has no account.
    fileprivate var isOfNoUse: Bool {
        switch self {
        case .tokenGone, .refused, .suppressed(.noAccount): true
        case .accepted, .expired, .unanswered, .withdrawn, .overloaded, .stopped, .suppressed: false
        }
    }
}

extension DeviceToken {
    /// Whether a push to it wakes the app, to ring; other pushes are shown by the system.
    public var wakes: Bool {
        switch address {
        case .apns(let topic, _): APNsPushType.isVoIP(topic: topic)
        case .fcm: true
        }
    }
}
