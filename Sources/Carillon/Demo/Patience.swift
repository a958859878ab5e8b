/// Waits for something to become true, no longer than it may take.
enum Patience {
    /// Whether `condition` came true within `limit`. Looks every two milliseconds, which is what the figures of the demo are
    /// exact to where they rest on it.
    static func wait(_ limit: Duration, until condition: () -> Bool) async throws -> Bool {
        let deadline = ContinuousClock.now + limit
        while !condition() {
            guard ContinuousClock.now < deadline else { return false }
            try await Task.sleep(for: .milliseconds(2))
        }
        return true
    }
}
