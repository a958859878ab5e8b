/// The machine's steady clock; goes on while the machine sleeps.
public struct SystemClock: ClientClock {
    private let origin: ContinuousClock.Instant

    public init() { origin = ContinuousClock.now }

    public var now: Duration { origin.duration(to: .now) }

    public func wait(until deadline: Duration) async throws {
        try await Task.sleep(until: origin.advanced(by: deadline), clock: .continuous)
    }
}
