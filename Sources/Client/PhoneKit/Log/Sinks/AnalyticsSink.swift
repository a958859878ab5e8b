/// A service that counts what happens, such as Firebase Analytics. An adapter in the app is its only user.
public protocol AnalyticsSink: Sendable {
    /// Counts an event.
    func count(_ event: AnalyticsEvent)
}
