import Foundation
import MediaEngine
import NativeMedia
import SDP

/// Real media between legs of one process: ICE, DTLS, SRTP, RTP and codec on both sides.
struct MediaBenchmark: Benchmark {
    let name = "media"
    let figures: [Figure<Sample>] =
        [
            Figure<Sample>("media-first-audio-p50", "ms", .less, how: { $0.setUpHow }) { $0.setUps.value(at: 0.5) },
            Figure<Sample>("media-first-audio-max", "ms", .less, how: { $0.setUpHow }) { $0.setUps.value(at: 1) },
        ] + Self.figure(of: .opus) { $0.opus } + Self.figure(of: .pcmu) { $0.pcmu }
    let activity = "setting up media and holding calls with it"

    static let setUps = 20
    static let pairs = 20
    static let steadyMilliseconds = 5_000

    struct Sample: Sendable {
        /// The time from the offer until both sides have decoded audio.
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
        of codec: AudioCodec, _ steady: @escaping @Sendable (Sample) -> Steady
    ) -> [Figure<Sample>] {
        [
            Figure("media-legs-per-core-\(codec.rawValue)", "legs/core", .more, how: { steady($0).how }) {
                steady($0).legsPerCore
            }
        ]
    }

    func measure(_ size: BenchSize) async throws -> Sample {
        let engine = try NativeMediaEngine()
        defer { engine.close() }
        let took = try await setUps(engine, size)
        let how =
            "offer until audio was decoded on both sides, \(took.count) calls one after the other, Opus, both legs in one process, loopback"
        return Sample(
            setUps: Percentiles(took), setUpHow: how, opus: try await steadyCalls(engine, .opus, size),
            pcmu: try await steadyCalls(engine, .pcmu, size))
    }

    /// Returns the set-up times in milliseconds.
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
        // The kernel counts CPU time in hundredths of a second, so a short run may report none.
        let cpu = max(after.cpuSeconds - before.cpuSeconds, 0.01)
        return Steady(
            legsPerCore: Double(count * 2) * seconds / cpu,
            how: """
                \(count) calls of two legs each in one process for \(Int(seconds)) s: a tone encoded, sent, received and decoded on every \
                leg; a core over the CPU of one leg
                """)
    }
}

/// Two peer connections of one engine that exchange media over loopback.
final class MediaPair {
    private let caller: any MediaConnection
    private let callee: any MediaConnection

    /// Connects the two; returns the pair and the milliseconds from the offer to the first audio on both sides.
    static func connected(
        by engine: any MediaEngine, codec: AudioCodec, limit: Duration = .seconds(60)
    ) async throws -> (pair: MediaPair, firstAudio: Double) {
        var configuration = MediaConfiguration()
        configuration.localAddresses = ["127.0.0.1"]
        configuration.codecs = [codec]
        let pair = MediaPair(try engine.makeConnection(configuration), try engine.makeConnection(configuration))
        let started = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (caller, callee) = (pair.caller, pair.callee)
            group.addTask { try await MediaPair.drive(caller, toward: callee, offers: true) }
            group.addTask { try await MediaPair.drive(callee, toward: caller, offers: false) }
            group.addTask {
                try await Task.sleep(for: limit)
                throw BenchError("no audio within \(limit)")
            }
            try await group.next()
            try await group.next()
            group.cancelAll()
        }
        return (pair, started.duration(to: .now).milliseconds)
    }

    private init(_ caller: any MediaConnection, _ callee: any MediaConnection) {
        self.caller = caller
        self.callee = callee
    }

    func close() {
        caller.perform(.close)
        callee.perform(.close)
    }

    /// Drives one side until it receives audio of the other.
    private static func drive(_ mine: any MediaConnection, toward other: any MediaConnection, offers: Bool)
        async throws
    {
        mine.perform(.setSource(ToneGenerator(frequency: 440, amplitude: 0.3)))
        if offers { mine.perform(.createOffer(id: 1, iceRestart: false)) }
        for await event in mine.events {
            switch event {
            case .localDescription(let id, let sdp):
                other.perform(
                    offers ? .acceptOffer(id: id, sdp: sdp) : .acceptAnswer(id: 2, sdp: sdp, provisional: false))
            case .commandFailed(_, let error): throw BenchError("media refused: \(error)")
            case .firstAudio: return
            default: break
            }
        }
        throw BenchError("media closed before any audio")
    }
}
