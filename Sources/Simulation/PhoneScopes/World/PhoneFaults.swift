/// How much may happen in a scope: each thing so often and not more.
package struct PhoneFaults: Hashable, Sendable {
    /// Calls to this phone.
    package var calls: Int
    /// Whether the vendor sends a push of its own for each call.
    package var hasVendorPushes: Bool
    /// Pushes that arrive a second time.
    package var doubledPushes: Int
    /// Pushes whose bytes cannot be read.
    package var unreadablePushes: Int
    /// Pushes that merely say that a call is over.
    package var newsPushes: Int
    /// Times the process dies: thrown out, crashed or reclaimed.
    package var deaths: Int
    /// Times the socket breaks.
    package var breaks: Int
    /// Times the person presses hold or mute.
    package var presses: Int
    /// Times the exchange refuses a connection, or cannot be reached.
    package var refusals: Int
    /// Times the person turns Do Not Disturb on, so that the system refuses a report.
    package var silences: Int
    /// Whether the phone starts locked, and was never unlocked.
    package var startsBeforeFirstUnlock: Bool

    package init(
        calls: Int, hasVendorPushes: Bool = false, doubledPushes: Int = 0, unreadablePushes: Int = 0,
        newsPushes: Int = 0, deaths: Int = 0, breaks: Int = 0, presses: Int = 0, refusals: Int = 0,
        silences: Int = 0, startsBeforeFirstUnlock: Bool = false
    ) {
        self.calls = calls
        self.hasVendorPushes = hasVendorPushes
        self.doubledPushes = doubledPushes
        self.unreadablePushes = unreadablePushes
        self.newsPushes = newsPushes
        self.deaths = deaths
        self.breaks = breaks
        self.presses = presses
        self.refusals = refusals
        self.silences = silences
        self.startsBeforeFirstUnlock = startsBeforeFirstUnlock
    }
}
