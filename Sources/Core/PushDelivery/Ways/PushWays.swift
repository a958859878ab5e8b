/// By which of a device's tokens it is told of a call: those that wake its app, and where they fail those by which the
/// system shows an alert, or takes one away.
///
/// A device whose app was deleted and restored, whose system withholds VoIP pushes (they were not reported as calls),
/// or that was asleep for weeks, may take VoIP pushes no longer, and the service does not always say so.
/// Source: apple-contract C5, C13, backend §3.3.
public struct PushWays: Hashable, Sendable {
    /// Pushed to at once.
    public let first: [DeviceToken]
    /// Pushed to when none of the first was of use.
    public let second: [DeviceToken]

    /// - Parameters:
    ///   - waking: the tokens that wake the app.
    ///   - alerting: the tokens by which the system shows alerts.
    ///   - silence: for how long nothing was heard of the device; nil if that is not known.
    ///   - silenceMax: after which an alert comes beside the push that wakes.
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
    /// Whether the service will never bring that push to that token: it is gone, or was refused, or has no account here.
    fileprivate var isOfNoUse: Bool {
        switch self {
        case .tokenGone, .refused, .suppressed(.noAccount): true
        case .accepted, .expired, .unanswered, .withdrawn, .overloaded, .stopped, .suppressed: false
        }
    }
}

extension DeviceToken {
    /// Whether a push to it wakes the app, to ring; one that does not is shown by the system.
    public var wakes: Bool {
        switch address {
        case .apns(let topic, _): ApnsPushType.isVoIP(topic: topic)
        case .fcm: true
        }
    }
}
