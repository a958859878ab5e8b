/// What the machine itself takes for what every exchange needs: to be read beside the figures of the exchange, which
/// cannot be better than the sum of what they need of it.
struct FloorBenchmark: Benchmark {
    let name = "floors"
    let figures = [
        "floor-round-trip-p50", "floor-round-trip-p99", "floor-hand-over-p50", "floor-hand-over-p99", "floor-sync-p50",
        "floor-sync-p99", "floor-rested-sync-p50", "floor-rested-sync-p99", "floor-send-cpu",
    ]
    let activity = "asking the machine what it takes for a round trip, a hand-over, a sync and a send"

    private static let rounds = 5_000
    /// Syncs after a rest as long as a call between users takes in the benchmark of who is told.
    private static let restedRounds = 1_000
    private static let rest = Duration.milliseconds(3)
    private static let sends = 200_000
    /// As long as a message of the broadcast benchmark with its frame.
    private static let sendBytes = EventStream.messageBytes + 4

    func measure() async throws -> [Measurement] {
        try await FloorBenchmark.pair(
            "floor-round-trip", LoopbackPair.roundTrips(FloorBenchmark.rounds),
            "\(FloorBenchmark.rounds) times one byte to another thread and back over TCP, two wake-ups; loopback")
            + FloorBenchmark.pair(
                "floor-hand-over", ThreadHandOver.roundTrips(FloorBenchmark.rounds),
                "\(FloorBenchmark.rounds) times from a thread to a dispatch queue and back, two wake-ups")
            + FloorBenchmark.pair(
                "floor-sync", SyncedFile.writes(FloorBenchmark.rounds),
                "\(FloorBenchmark.rounds) blocks of 4 kB written over old ones where the exchange's database would be, each synced"
            )
            + FloorBenchmark.pair(
                "floor-rested-sync", SyncedFile.writes(FloorBenchmark.restedRounds, after: FloorBenchmark.rest),
                "the same, \(FloorBenchmark.restedRounds) times, each after \(FloorBenchmark.rest) in which nobody needed the disk"
            )
            + [
                Measurement(
                    name: "floor-send-cpu",
                    value: LoopbackPair.sendCPU(FloorBenchmark.sends, bytes: FloorBenchmark.sendBytes), unit: "µs/send",
                    better: .less,
                    how:
                        "\(FloorBenchmark.sends) sends of \(FloorBenchmark.sendBytes) bytes over TCP, a system call each; the sender's CPU; loopback"
                )
            ]
    }

    private static func pair(_ name: String, _ milliseconds: [Double], _ how: String) -> [Measurement] {
        let figures = Percentiles(milliseconds)
        return [(0.5, "p50"), (0.99, "p99")].map { share, suffix in
            Measurement(
                name: "\(name)-\(suffix)", value: figures.value(at: share) * 1_000, unit: "µs", better: .less, how: how)
        }
    }
}
