import Foundation
import MediaEngine
import NativeMedia

/// Real media between legs of one process: ICE, DTLS, SRTP, RTP and codec on both sides.
struct MediaBenchmark: Benchmark {
    let name = "media"
    let figures: [Figure<Taken>] =
        [
            Figure<Taken>("media-first-audio-p50", "ms", .less, how: { $0.setUpHow }) { $0.setUps.value(at: 0.5) },
            Figure<Taken>("media-first-audio-max", "ms", .less, how: { $0.setUpHow }) { $0.setUps.value(at: 1) },
        ] + Self.figure(of: .opus) { $0.opus } + Self.figure(of: .pcmu) { $0.pcmu }
    let activity = "setting up media and holding calls with it"

    static let setUps = 20
    static let pairs = 20
    static let steadyMilliseconds = 5_000

    struct Taken: Sendable {
        /// From the offer until audio was decoded on both sides.
        var setUps: Percentiles
        var setUpHow: String
        var opus: Steady
        var pcmu: Steady
    }

    struct Steady: Sendable {
        var legsPerCore: Double
        var how: String
    }

    private static func figure(
        of codec: AudioCodec, _ steady: @escaping @Sendable (Taken) -> Steady
    ) -> [Figure<Taken>] {
        [
            Figure("media-legs-per-core-\(codec.rawValue)", "legs/core", .more, how: { steady($0).how }) {
                steady($0).legsPerCore
            }
        ]
    }

    func take(_ size: BenchSize) async throws -> Taken {
        let engine = try NativeMediaEngine()
        defer { engine.close() }
        let took = try await setUps(engine, size)
        let how =
            "offer until audio was decoded on both sides, \(took.count) calls one after the other, Opus, both legs in one process, loopback"
        return Taken(
            setUps: Percentiles(took), setUpHow: how, opus: try await steadyCalls(engine, .opus, size),
            pcmu: try await steadyCalls(engine, .pcmu, size))
    }

    /// Milliseconds.
    private func setUps(_ engine: NativeMediaEngine, _ size: BenchSize) async throws -> [Double] {
        var took: [Double] = []
        for _ in 0..<size.of(MediaBenchmark.setUps) {
            let (pair, milliseconds) = try await MediaPair.connected(by: engine, codec: .opus)
            took.append(milliseconds)
            pair.close()
        }
        return took
    }

    private func steadyCalls(
        _ engine: NativeMediaEngine, _ codec: AudioCodec, _ size: BenchSize
    ) async throws -> Steady {
        var pairs: [MediaPair] = []
        let count = size.of(MediaBenchmark.pairs)
        for _ in 0..<count { pairs.append(try await MediaPair.connected(by: engine, codec: codec).pair) }
        let before = try ProcessUsage(of: getpid())
        let started = ContinuousClock.now
        try await Task.sleep(for: .milliseconds(size.of(MediaBenchmark.steadyMilliseconds)))
        let seconds = started.duration(to: .now).milliseconds / 1000
        let after = try ProcessUsage(of: getpid())
        for pair in pairs { pair.close() }
        // The kernel counts in hundredths.
        let cpu = max(after.cpuSeconds - before.cpuSeconds, 0.01)
        return Steady(
            legsPerCore: Double(count * 2) * seconds / cpu,
            how: """
                \(count) calls of two legs each in one process for \(Int(seconds)) s: a tone encoded, sent, received and decoded on every \
                leg; a core over the CPU of one leg
                """)
    }
}
