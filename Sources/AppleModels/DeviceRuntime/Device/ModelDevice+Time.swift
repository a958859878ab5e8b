extension ModelDevice {
    /// Rounds through the main actor without any news after which the app is taken to be at rest. Tasks of the app
    /// that hop to other threads need some rounds until they come back.
    private static let quietRoundsMin = 24
    /// After so many rounds a phone that never rests is left alone. It bounds an app that spins.
    private static let roundsMax = 200_000

    /// Since the phone was made.
    public var now: Duration { kernel.now }

    /// Delivers what the frameworks owe the app, and lets its tasks run until nothing moves. Time stands still.
    public func settle() async {
        repeat { await rest() } while kernel.ringDue()
    }

    private func rest() async {
        var quiet = 0
        var rounds = 0
        while quiet < Self.quietRoundsMin, rounds < Self.roundsMax {
            rounds += 1
            let before = kernel.read { $0.activity }
            while await deliverOne() {}
            await Task.yield()
            let isWaking = kernel.isWaking
            if isWaking || quiet % 8 == 7 { await Self.passThroughOtherThreads() }
            let isQuiet = kernel.read { $0.activity == before + 1 && !$0.deliveries.hasNext }
            let isStill = isQuiet && !isWaking && !isBusy
            quiet = isStill ? quiet + 1 : 0
        }
        if rounds == Self.roundsMax { kernel.note("the app never comes to rest") }
    }

    /// Lets time pass: whatever is due happens at its time, and the app reacts before the next.
    public func advance(by duration: Duration) async {
        await settle()
        let limit = kernel.now + duration
        while kernel.ringNext(by: limit) { await settle() }
        await settle()
    }

    /// Waits in turn behind work on the shared threads, where tasks run that belong to no actor.
    @concurrent
    private nonisolated static func passThroughOtherThreads() async {
        await Task.yield()
    }
}

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
