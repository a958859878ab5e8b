extension ModelDevice {
    /// The number of rounds through the main actor without activity after which the app counts as idle. Tasks of the
    /// app that hop to other threads need some rounds to come back. While tasks that the app has started since it was last
    /// idle have not ended, each round goes through the other threads, so that it takes as long as the machine takes to
    /// give those a turn.
    private static let quietRoundsMin = 24
    /// The most rounds to wait for an app that is never idle.
    private static let roundsMax = 200_000

    /// The time since the phone was made.
    public var now: Duration { kernel.now }

    /// Delivers everything the frameworks owe the app, and lets its tasks run until the app is idle. Time does not
    /// move.
    public func settle() async {
        repeat { await rest() } while kernel.ringDue()
    }

    private func rest() async {
        defer { kernel.forgetRuns() }
        var quiet = 0
        var rounds = 0
        while quiet < Self.quietRoundsMin, rounds < Self.roundsMax {
            rounds += 1
            let before = kernel.read { $0.activity }
            let unfinished = kernel.unfinishedRuns
            while await deliverOne() {}
            await Task.yield()
            let isWaking = kernel.isWaking
            if isWaking || unfinished > 0 || quiet % 8 == 7 { await Self.passThroughOtherThreads() }
            let isQuiet = kernel.read { $0.activity == before + 1 && !$0.deliveries.hasNext }
            let isStill = isQuiet && !isWaking && !isBusy && kernel.unfinishedRuns == unfinished
            quiet = isStill ? quiet + 1 : 0
        }
        if rounds == Self.roundsMax { kernel.note("the app never comes to rest") }
    }

    /// Moves time forward. Every alarm fires at its time, and the app reacts before the next one.
    public func advance(by duration: Duration) async {
        await settle()
        let limit = kernel.now + duration
        while kernel.ringNext(by: limit) { await settle() }
        await settle()
    }

    /// Lets the work on the shared threads go first, where tasks run that belong to no actor.
    @concurrent
    private nonisolated static func passThroughOtherThreads() async {
        await Task.yield()
    }
}

extension ModelDevice {
    /// How often the phone's time catches up with real time, in a run with real sockets and real media.
    private static let pace: Duration = .milliseconds(5)
    /// The most by which it advances at once, so that on a busy machine no limit of the phone passes before the app has
    /// seen what came meanwhile.
    private static let stepMax: Duration = .milliseconds(100)

    /// Lets the phone's time follow real time until a condition is true: for a call with a real socket and real media,
    /// which virtual time cannot speed up. Such a run is not repeatable; use `advance(by:)` wherever nothing real takes
    /// part.
    ///
    /// - Parameters:
    ///   - limit: The longest real time to wait.
    ///   - condition: Evaluated after each step.
    /// - Returns: Whether the condition became true in time.
    public func followRealTime(
        atMost limit: Duration, until condition: @MainActor () -> Bool = { false }
    ) async -> Bool {
        let clock = ContinuousClock()
        let start = clock.now
        var followed = Duration.zero
        while !condition() {
            let passed = start.duration(to: clock.now)
            guard passed < limit else { return false }
            await advance(by: min(passed - followed, Self.stepMax))
            followed = passed
            if condition() { break }
            do { try await clock.sleep(for: Self.pace) } catch { return false }
        }
        return true
    }
}
