/// What the machine itself takes for what every exchange needs: to be read beside the figures of the exchange, which
/// cannot be better than the sum of what they need of it.
struct FloorBenchmark: Benchmark {
    let name = "floors"
    let figures: [Figure<Taken>] =
        Self.pair("floor-round-trip") { $0.roundTrip } + Self.pair("floor-hand-over") { $0.handOver }
        + Self.pair("floor-sync") { $0.sync } + Self.pair("floor-rested-sync") { $0.restedSync } + [
            Figure<Taken>(
                "floor-send-cpu", "µs/send", .less,
                how: {
                    "\($0.sends) sends of \(FloorBenchmark.sendBytes) bytes over TCP, a system call each; the sender's CPU; loopback"
                }
            ) { $0.sendMicroseconds }
        ]
    let activity = "asking the machine what it takes for a round trip, a hand-over, a sync and a send"

    private static let rounds = 5_000
    /// Syncs after a rest as long as a call between users takes in the benchmark of who is told.
    private static let restedRounds = 1_000
    private static let rest = Duration.milliseconds(3)
    private static let sends = 200_000
    /// As long as a message of the broadcast benchmark with its frame.
    private static let sendBytes = EventStream.messageBytes + 4

    struct Taken: Sendable {
        struct Times: Sendable {
            var latency: Percentiles
            var how: String

            init(_ milliseconds: [Double], _ how: String) {
                latency = Percentiles(milliseconds)
                self.how = how
            }
        }

        var roundTrip: Times
        var handOver: Times
        var sync: Times
        var restedSync: Times
        var sends: Int
        var sendMicroseconds: Double
    }

    func take(_ size: BenchSize) async throws -> Taken {
        let (rounds, rested, sends) = (
            size.of(FloorBenchmark.rounds), size.of(FloorBenchmark.restedRounds), size.of(FloorBenchmark.sends)
        )
        return try await Taken(
            roundTrip: Taken.Times(
                LoopbackPair.roundTrips(rounds),
                "\(rounds) times one byte to another thread and back over TCP, two wake-ups; loopback"),
            handOver: Taken.Times(
                ThreadHandOver.roundTrips(rounds),
                "\(rounds) times from a thread to a dispatch queue and back, two wake-ups"),
            sync: Taken.Times(
                SyncedFile.writes(rounds),
                "\(rounds) blocks of 4 kB written over old ones where the exchange's database would be, each synced"),
            restedSync: Taken.Times(
                SyncedFile.writes(rested, after: FloorBenchmark.rest),
                "the same, \(rested) times, each after \(FloorBenchmark.rest) without use of the disk"),
            sends: sends, sendMicroseconds: LoopbackPair.sendCPU(sends, bytes: FloorBenchmark.sendBytes))
    }

    private static func pair(
        _ name: String, _ times: @escaping @Sendable (Taken) -> Taken.Times
    ) -> [Figure<Taken>] {
        Figure.pair(name, "µs", times: 1_000, how: { times($0).how }) { times($0).latency }
    }
}
