internal import WireJSON

/// A simulated phone: how pushes reach the app, and whether the system ends an app that does not report a call.
///
/// Source: Apple's PushKit rule (a VoIP push must end in a reported call) and forum threads 795610 and 817976.
public struct SimulatedPhone: Hashable, Sendable {
    /// How pushes arrive while the phone is online.
    public enum Arrival: Hashable, Sendable {
        case prompt
        case late(Duration)
        /// Once immediately and once more after the gap.
        case twice(gap: Duration)
        /// Each push waits for the next one and arrives after it.
        case swapped
        case never
    }

    /// The usual time for an app to report a call after a VoIP push before it is ended. Source: the second check of
    /// PushKit.
    public static let reportLimitUsual: Duration = .seconds(7)

    /// How pushes reach the app while the phone is online.
    public var arrival: Arrival
    /// Whether the phone is online. While it is not, the service keeps the newest push that may be kept for it.
    public var isOnline: Bool
    /// Whether a push with an expiration of zero is dropped while the phone is offline. Such a push has been delivered
    /// half a minute later (observed).
    public var honorsExpirationZero: Bool
    /// How long the app may take to report a call; nil for no check.
    public var reportLimit: Duration?

    public init(
        arrival: Arrival = .prompt, isOnline: Bool = true, honorsExpirationZero: Bool = true,
        reportLimit: Duration? = nil
    ) {
        self.arrival = arrival
        self.isOnline = isOnline
        self.honorsExpirationZero = honorsExpirationZero
        self.reportLimit = reportLimit
    }
}

extension SimulatedPhone {
    init?(_ value: JSONValue?) {
        guard let object = value?.object else { return nil }
        let time = Duration.milliseconds(object["ms"]?.integer ?? 0)
        let arrival: Arrival
        switch object["arrival"]?.string ?? "prompt" {
        case "prompt": arrival = .prompt
        case "late": arrival = .late(time)
        case "twice": arrival = .twice(gap: time)
        case "swapped": arrival = .swapped
        case "never": arrival = .never
        default: return nil
        }
        self.init(
            arrival: arrival, isOnline: object["online"]?.bool ?? true,
            honorsExpirationZero: object["honours_expiration_zero"]?.bool ?? true,
            reportLimit: object["report_limit_ms"]?.integer.map { .milliseconds($0) })
    }
}

/// An action at a simulated phone.
public enum PhoneStep: Hashable, Sendable {
    case goesOnline
    case goesOffline
    /// The app reported a call for all pushes delivered so far.
    case reportsCall
    case arrival(SimulatedPhone.Arrival)
}

extension PhoneStep {
    init?(_ text: String) {
        switch text {
        case "online": self = .goesOnline
        case "offline": self = .goesOffline
        case "reports_call": self = .reportsCall
        default: return nil
        }
    }
}

/// The outcome of a push at a simulated phone.
public struct PhonePushEvent: Hashable, Sendable {
    /// What became of the push.
    public enum Kind: String, Hashable, Sendable {
        /// The push was delivered to the app.
        case delivered
        /// The phone was offline and the push could not be kept, or it expired.
        case dropped
        /// The system ended the app, because it reported no call.
        case killed
    }

    /// What became of the push.
    public var kind: Kind
    /// The device token in lower-case hexadecimal.
    public var device: String
    /// The push's number.
    public var push: Int
    /// The time since 1970 by the stand-in's clock.
    public var at: Duration
}

extension PhonePushEvent {
    var object: JSONObject {
        [
            "kind": .string(kind.rawValue), "device": .string(device), "push": .integer(Int64(push)),
            "at_ms": .integer(at.wholeMilliseconds),
        ]
    }
}
