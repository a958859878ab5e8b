import CallModel
import CarillonRTC
import MediaEngine
import PhoneCore
import PhoneKit
import PhoneSignaling
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5)))
struct SoundTests {
    @Test func `a line is heard, and hears, between start and stop only`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (_, line) = try await it.talk()
            #expect(it.listen() == (false, false))
            it.signaling.startAudio(of: line)
            #expect(it.sound.isOpen)
            #expect(it.listen() == (true, true))
            it.signaling.stopAudio()
            #expect(!it.sound.isOpen)
            #expect(it.listen() == (false, false))
            it.signaling.startAudio(of: line)
            #expect(it.listen() == (true, true))
        }
    }

    @Test func `sound that was started before the call stands is there from its first moment`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (call, line, _) = try await it.ring()
            it.signaling.startAudio(of: line)
            it.signaling.perform(.answer(line))
            await it.state(of: line) { $0.progress == .active }
            await call.reaches { $0.progress == .active }
            #expect(it.listen() == (true, true))
        }
    }

    @Test func `only one line is heard`() async throws {
        try await SignalingUnderTest.run { it in
            await it.connect()
            let (_, line) = try await it.talk()
            it.signaling.startAudio(of: line)
            it.signaling.startAudio(of: LineID(callID: "another"))
            #expect(it.sound.isOpen)
            #expect(it.listen() == (false, false))
        }
    }

    @Test func `the quality of a line is reported to its observers`() async throws {
        try await SignalingUnderTest.run { it in
            let listener = Listener()
            it.signaling.qualityListener = listener
            await it.connect()
            let (_, line) = try await it.talk()
            it.signaling.startAudio(of: line)
            let (heard, report) = await listener.next { _ = it.listen() }
            #expect(heard == line)
            #expect(report.quality == .good)
            #expect(report.lossHundredths == 0)
        }
    }

    @Test func `a report of quality tells once why media was negotiated over another path`() async throws {
        try await SignalingUnderTest.run { it in
            let listener = Listener()
            it.signaling.qualityListener = listener
            await it.connect()
            let (other, line) = try await it.talk()
            it.signaling.startAudio(of: line)
            it.signaling.perform(.restartMedia(line))
            for await event in other.events { if event == .mediaRestarted(.peerRestarted) { break } }
            #expect(await listener.next { _ = it.listen() }.1.restart == "requested")
            #expect(await listener.next { _ = it.listen() }.1.restart == nil)
        }
    }

    @Test func `a report of quality tells once that no relay could be used`() async throws {
        try await SignalingUnderTest.run(media: EngineWithoutRelay.init) { it in
            let listener = Listener()
            it.signaling.qualityListener = listener
            await it.connect()
            let (_, line) = try await it.talk()
            it.signaling.startAudio(of: line)
            #expect(await listener.next { _ = it.listen() }.1.relaysUnavailable)
            #expect(await listener.next { _ = it.listen() }.1.relaysUnavailable == false)
        }
    }

    @MainActor
    private final class Listener: QualityObserver {
        private var waiting: CheckedContinuation<(LineID, QualityReport), Never>?

        func didMeasure(_ report: QualityReport, on line: LineID) {
            guard report.score != nil else { return }
            waiting?.resume(returning: (line, report))
            waiting = nil
        }

        /// The next report, while time is made to pass.
        func next(_ pass: @MainActor () -> Void) async -> (LineID, QualityReport) {
            await withCheckedContinuation { continuation in
                waiting = continuation
                for _ in 0..<10 { pass() }
            }
        }
    }
}

/// Media whose relays all refuse.
private struct EngineWithoutRelay: MediaEngine {
    private let engine: LoopbackMediaEngine

    init(_ engine: LoopbackMediaEngine) { self.engine = engine }

    func makeConnection(_ configuration: MediaConfiguration) throws(MediaError) -> any MediaConnection {
        Connection(try engine.makeConnection(configuration))
    }

    private final class Connection: MediaConnection {
        let events: AsyncStream<MediaEvent>
        private let connection: any MediaConnection

        init(_ connection: any MediaConnection) {
            self.connection = connection
            let (events, continuation) = AsyncStream<MediaEvent>.makeStream()
            self.events = events
            continuation.yield(.relaysUnavailable)
            Task {
                for await event in connection.events { continuation.yield(event) }
                continuation.finish()
            }
        }

        func perform(_ command: MediaCommand) { connection.perform(command) }
    }
}
