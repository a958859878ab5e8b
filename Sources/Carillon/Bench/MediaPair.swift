import MediaEngine
import SDP

/// Two peer connections of one engine, talking to each other over loopback.
final class MediaPair {
    private let caller: any MediaConnection
    private let callee: any MediaConnection

    /// Connects the two; returns the pair and the milliseconds from the offer to the first audio on both sides.
    static func connected(
        by engine: any MediaEngine, codec: AudioCodec, limit: Duration = .seconds(10)
    ) async throws -> (pair: MediaPair, firstAudio: Double) {
        var configuration = MediaConfiguration()
        configuration.localAddresses = ["127.0.0.1"]
        configuration.codecs = [codec]
        let pair = MediaPair(try engine.makeConnection(configuration), try engine.makeConnection(configuration))
        let started = ContinuousClock.now
        try await withThrowingTaskGroup(of: Void.self) { group in
            let (caller, callee) = (pair.caller, pair.callee)
            group.addTask { try await MediaPair.drive(caller, towards: callee, offers: true) }
            group.addTask { try await MediaPair.drive(callee, towards: caller, offers: false) }
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

    /// Plays one side until it hears the other.
    private static func drive(_ mine: any MediaConnection, towards other: any MediaConnection, offers: Bool)
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
