/// A phone as the push service meets it: when a push reaches the app, and what the system does to an app that does not
/// report a call for it.
///
/// Source: Apple's PushKit rule (a VoIP push must end in a reported call) and forum threads 795610 and 817976.
public struct SimulatedPhone: Hashable, Sendable {
    /// How pushes arrive while it can be reached.
    public enum Arrival: Hashable, Sendable {
        case prompt
        case late(Duration)
        /// Once at once and once more after so long.
        case twice(gap: Duration)
        /// Each waits for the next one and arrives after it.
        case swapped
        case never
    }

    /// The app is ended when it has not reported a call so long after a VoIP push. Source: the second check of PushKit.
    public static let reportLimitUsual: Duration = .seconds(7)

    public var arrival: Arrival
    /// Off: the service keeps the newest push that may be kept, and the phone gets it when it is back.
    public var isOnline: Bool
    /// Whether a push that may be tried only once is really dropped while the phone is off. The field has seen it
    /// delivered half a minute later.
    public var honoursExpirationZero: Bool
    /// How long the app may take to report a call; nil: nobody checks.
    public var reportLimit: Duration?

    public init(
        arrival: Arrival = .prompt, isOnline: Bool = true, honoursExpirationZero: Bool = true,
        reportLimit: Duration? = nil
    ) {
        self.arrival = arrival
        self.isOnline = isOnline
        self.honoursExpirationZero = honoursExpirationZero
        self.reportLimit = reportLimit
    }
}
