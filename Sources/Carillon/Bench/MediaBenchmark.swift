import Foundation
import MediaEngine
import NativeMedia

/// Real media between legs of one process: ICE, DTLS, SRTP, RTP and codec on both sides.
struct MediaBenchmark: Benchmark {
    let name = "media"
    let figures = [
        "media-first-audio-p50", "media-first-audio-max", "media-legs-per-core-opus", "media-legs-per-core-pcmu",
    ]
    let activity = "setting up media and holding calls with it"

    static let setUps = 20
    static let pairs = 20
    static let steady = Duration.seconds(5)

    func measure() async throws -> [Measurement] {
        let engine = try NativeMediaEngine()
        defer { engine.close() }
        var measurements = try await setUp(engine)
        for codec in [AudioCodec.opus, .pcmu] { measurements += try await steadyCalls(engine, codec) }
        return measurements
    }

    private func setUp(_ engine: NativeMediaEngine) async throws -> [Measurement] {
        var took: [Double] = []
        for _ in 0..<MediaBenchmark.setUps {
            let (pair, milliseconds) = try await MediaPair.connected(by: engine, codec: .opus)
            took.append(milliseconds)
            pair.close()
        }
        let how =
            "offer until audio was decoded on both sides, \(took.count) calls one after the other, Opus, both legs in one process, loopback"
        return [
            Measurement(
                name: "media-first-audio-p50", value: Percentiles(took).value(at: 0.5), unit: "ms", better: .less,
                how: how),
            Measurement(name: "media-first-audio-max", value: took.max() ?? .nan, unit: "ms", better: .less, how: how),
        ]
    }

    private func steadyCalls(_ engine: NativeMediaEngine, _ codec: AudioCodec) async throws -> [Measurement] {
        var pairs: [MediaPair] = []
        for _ in 0..<MediaBenchmark.pairs { pairs.append(try await MediaPair.connected(by: engine, codec: codec).pair) }
        let before = try ProcessUsage(of: getpid())
        let started = ContinuousClock.now
        try await Task.sleep(for: MediaBenchmark.steady)
        let seconds = started.duration(to: .now).milliseconds / 1000
        let after = try ProcessUsage(of: getpid())
        for pair in pairs { pair.close() }
        let cpu = after.cpuSeconds - before.cpuSeconds
        let legs = Double(MediaBenchmark.pairs * 2)
        let how = """
            \(MediaBenchmark.pairs) calls of two legs each in one process for \(Int(seconds)) s: a tone encoded, sent, received and decoded on every \
            leg; a core over the CPU of one leg
            """
        return [
            Measurement(
                name: "media-legs-per-core-\(codec.rawValue)", value: legs * seconds / cpu, unit: "legs/core",
                better: .more, how: how)
        ]
    }
}
