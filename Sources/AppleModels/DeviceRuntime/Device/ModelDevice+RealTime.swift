extension ModelDevice {
    /// How often the phone's time catches up with the wall's, in a run with real sockets and real media.
    private static let pace: Duration = .milliseconds(5)

    /// Lets the phone's time go with the wall's until something holds: for a call with a real socket and real media,
    /// which no virtual time can hurry. Not repeatable; use `advance(by:)` wherever nothing real takes part.
    ///
    /// - Parameters:
    ///   - limit: The longest to wait, in time of the wall.
    ///   - condition: Looked at after each step.
    /// - Returns: Whether it held in time.
    public func followRealTime(
        atMost limit: Duration, until condition: @MainActor () -> Bool = { false }
    ) async -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        var followed = Duration.zero
        while !condition() {
            let passed = start.duration(to: clock.now)
            guard passed < limit else { return false }
            await advance(by: passed - followed)
            followed = passed
            if condition() { break }
            do { try await clock.sleep(for: Self.pace) } catch { return false }
        }
        return true
    }
}
