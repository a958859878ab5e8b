import Dispatch
import Foundation

/// Measures what the machine alone needs for a round trip, a hand-over, a sync and a send. The exchange's figures
/// cannot be better than the sum of the operations they consist of.
struct MachineBaselineBenchmark: Benchmark {
    let name = "floors"
    let figures: [Figure<Sample>] =
        Self.pair("floor-round-trip") { $0.roundTrip } + Self.pair("floor-hand-over") { $0.handOver }
        + Self.pair("floor-sync") { $0.sync } + Self.pair("floor-rested-sync") { $0.restedSync } + [
            Figure<Sample>(
                "floor-send-cpu", "µs/send", .less,
                how: {
                    "\($0.sends) sends of \(MachineBaselineBenchmark.sendBytes) bytes over TCP, a system call each; the sender's CPU; loopback"
                }
            ) { $0.sendMicroseconds }
        ]
    let activity = "measuring the machine: a round trip, a hand-over, a sync and a send"

    private static let rounds = 5_000
    /// Syncs after a pause as long as one call takes in ``RingRounds``.
    private static let restedRounds = 1_000
    private static let rest = Duration.milliseconds(3)
    private static let sends = 200_000
    /// The size of a message of the broadcast benchmark with its frame.
    private static let sendBytes = EventStream.messageBytes + 4

    struct Sample: Sendable {
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

    func measure(_ size: BenchSize) async throws -> Sample {
        let (rounds, rested, sends) = (
            size.of(MachineBaselineBenchmark.rounds), size.of(MachineBaselineBenchmark.restedRounds),
            size.of(MachineBaselineBenchmark.sends)
        )
        return try await Sample(
            roundTrip: Sample.Times(
                LoopbackPair.roundTrips(rounds),
                "\(rounds) times one byte to another thread and back over TCP, two wake-ups; loopback"),
            handOver: Sample.Times(
                ThreadHandoff.roundTrips(rounds),
                "\(rounds) times from a thread to a dispatch queue and back, two wake-ups"),
            sync: Sample.Times(
                SyncedFile.writes(rounds),
                "\(rounds) blocks of 4 kB written over old ones where the exchange's database would be, each synced"),
            restedSync: Sample.Times(
                SyncedFile.writes(rested, after: MachineBaselineBenchmark.rest),
                "the same, \(rested) times, each after \(MachineBaselineBenchmark.rest) without use of the disk"),
            sends: sends, sendMicroseconds: LoopbackPair.sendCPU(sends, bytes: MachineBaselineBenchmark.sendBytes))
    }

    private static func pair(
        _ name: String, _ times: @escaping @Sendable (Sample) -> Sample.Times
    ) -> [Figure<Sample>] {
        Figure.pair(name, "µs", times: 1_000, how: { times($0).how }) { times($0).latency }
    }
}

/// A file whose blocks are overwritten and synced one by one, as a database does with a log that it reuses.
enum SyncedFile {
    private static let blockBytes = 4_096
    private static let blocks = 1_000

    /// Returns the time that each of `count` writes took to reach the disk, in milliseconds.
    ///
    /// - Parameter rest: a pause before each write, because some disks go to sleep at once.
    /// - Throws: `BenchError` when there is no room.
    static func writes(_ count: Int, after rest: Duration = .zero) async throws -> [Double] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("carillon-bench-\(UUID().uuidString)")
            .path
        let file = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        guard file >= 0 else { throw BenchError("\(path) cannot be written: \(String(cString: strerror(errno)))") }
        defer {
            _ = close(file)
            _ = unlink(path)
        }
        let block = [UInt8](repeating: 1, count: blockBytes)
        for index in 0..<blocks where pwrite(file, block, blockBytes, off_t(index * blockBytes)) != blockBytes {
            throw BenchError("there is no room for \(path)")
        }
        _ = fsync(file)
        var taken: [Double] = []
        for index in 0..<count {
            if rest > .zero { try await Task.sleep(for: rest) }
            let time = ContinuousClock().measure {
                _ = pwrite(file, block, blockBytes, off_t(index % blocks * blockBytes))
                sync(file)
            }
            taken.append(time.milliseconds)
        }
        return taken
    }

    private static func sync(_ file: Int32) {
        #if os(Linux)
            _ = fdatasync(file)
        #else
            _ = fcntl(file, F_FULLFSYNC)
        #endif
    }
}

/// Hands work to another thread by a dispatch queue, as the exchange's event loop does with its database writes.
enum ThreadHandoff {
    /// Returns the time of each of `count` hand-overs and returns, in milliseconds.
    static func roundTrips(_ count: Int) -> [Double] {
        let queue = DispatchQueue(label: "carillon.bench.hand-over", qos: .userInitiated)
        let back = DispatchSemaphore(value: 0)
        return (0..<count).map { _ in
            ContinuousClock().measure {
                queue.async { back.signal() }
                back.wait()
            }.milliseconds
        }
    }
}
