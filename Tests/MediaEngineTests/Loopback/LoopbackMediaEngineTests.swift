import MediaEngine
import SDP
import Testing

struct LoopbackMediaEngineTests {
    @Test func `two connections that name each other are connected and hear each other`() async throws {
        let bench = try LoopbackBench()
        let (low, high) = (ToneMeter([440, 1000]), ToneMeter([440, 1000]))
        bench.caller.perform(.setSource(ToneGenerator(frequency: 440)))
        bench.callee.perform(.setSource(ToneGenerator(frequency: 1000)))
        bench.caller.perform(.setSink(high))
        bench.callee.perform(.setSink(low))
        bench.engine.tick(5)
        #expect(low.reading.frameCount == 0, "nothing flows before they are connected")
        await bench.connect()
        bench.engine.tick(5)
        #expect(low.dominantFrequency == 440)
        #expect(high.dominantFrequency == 1000)
        #expect(bench.engine.now == .milliseconds(200))
        // What came before the description was read while waiting for it.
        #expect(
            await bench.caller.rest() == [
                "accepted 1001", "peer sendrecv", "connecting", "connected", "audio", "closed",
            ])
        #expect(
            await bench.callee.rest() == [
                "peer sendrecv", "connecting", "connected", "audio", "peerClosed", "closed",
            ])
        #expect(bench.engine.connectionCount == 0)
    }

    @Test func `trickling sends the description first and the candidates after it`() async throws {
        var configuration = MediaConfiguration()
        configuration.gathering = .trickle
        let bench = try LoopbackBench(configuration)
        bench.caller.perform(.createOffer(id: 7, iceRestart: false))
        let sdp = try #require(await bench.caller.description(7))
        #expect(!sdp.contains("a=candidate"))
        #expect(await bench.caller.rest() == ["candidate 0 0", "gathered", "closed"])
    }

    @Test func `descriptions are complete and no two alike`() async throws {
        let bench = try LoopbackBench()
        bench.caller.perform(.createOffer(id: 1, iceRestart: false))
        bench.callee.perform(.createOffer(id: 1, iceRestart: false))
        let texts = [await bench.caller.description(1), await bench.callee.description(1)].compactMap { $0 }
        try #require(texts.count == 2)
        for name in ["a=candidate", "a=fingerprint", "a=ice-ufrag", "a=ssrc"] {
            let lines = texts.map { $0.split(separator: "\r\n").filter { $0.hasPrefix(name) } }
            #expect(!lines[0].isEmpty)
            #expect(lines[0] != lines[1], "\(name)")
        }
    }

    @Test func `the same commands give the same bytes in every run`() async throws {
        var texts: [String?] = []
        for seed in [1, 1, 2] as [UInt64] {
            let connection = EventLog(try LoopbackMediaEngine(seed: seed).makeConnection(MediaConfiguration()))
            connection.perform(.createOffer(id: 1, iceRestart: false))
            texts.append(await connection.description(1))
        }
        #expect(texts[0] != nil && texts[0] == texts[1])
        #expect(texts[0] != texts[2])
    }

    @Test func `mute silences one way only`() async throws {
        let bench = try LoopbackBench()
        let (here, there) = (LevelMeter(), LevelMeter())
        for (end, sink) in [(bench.caller, here), (bench.callee, there)] {
            end.perform(.setSource(ToneGenerator(frequency: 440)))
            end.perform(.setSink(sink))
        }
        await bench.connect()
        bench.caller.perform(.setMuted(true))
        bench.engine.tick(3)
        #expect(there.reading.level == 0 && there.reading.frameCount == 3)
        #expect(here.reading.level > 0.2)
        bench.caller.perform(.setMuted(false))
        bench.engine.tick()
        #expect(there.reading.level > 0.2)
    }

    @Test func `hold stops the sound at once and both ways after renegotiation, resume brings it back`() async throws {
        let bench = try LoopbackBench()
        let (here, there) = (LevelMeter(), LevelMeter())
        for (end, sink) in [(bench.caller, here), (bench.callee, there)] {
            end.perform(.setSource(ToneGenerator(frequency: 440)))
            end.perform(.setSink(sink))
        }
        await bench.connect()
        bench.engine.tick()
        bench.caller.perform(.setDirection(.sendonly))
        await bench.negotiate(bench.caller, bench.callee, id: 2)
        bench.engine.tick()
        #expect(there.reading.level > 0.2 && there.reading.frameCount == 2)
        #expect(here.reading.frameCount == 1, "who holds hears nothing")
        bench.caller.perform(.setDirection(.inactive))
        bench.engine.tick()
        #expect(there.reading.level == 0, "sending stops before the peer knows")
        await bench.negotiate(bench.caller, bench.callee, id: 3)
        bench.caller.perform(.setDirection(.sendrecv))
        await bench.negotiate(bench.caller, bench.callee, id: 4)
        bench.engine.tick()
        #expect(there.reading.level > 0.2 && here.reading.level > 0.2)
        #expect(await bench.callee.rest() == ["peer sendrecv", "closed"])
    }

    @Test func `tones are heard once each, in the place of sound`() async throws {
        let bench = try LoopbackBench()
        let there = LevelMeter()
        bench.caller.perform(.setSource(ToneGenerator(frequency: 440)))
        bench.callee.perform(.setSink(there))
        await bench.connect()
        bench.caller.perform(.sendTones(id: 5, "1#", toneMilliseconds: 100))
        bench.caller.perform(.sendTones(id: 6, "1", toneMilliseconds: 5))
        bench.caller.perform(.sendTones(id: 7, "1x", toneMilliseconds: 100))
        bench.callee.perform(.sendTones(id: 8, "9", toneMilliseconds: 200))
        bench.engine.tick(2)
        #expect(there.reading.level == 0)
        bench.engine.tick(60)
        #expect(there.reading.level > 0.2)
        let caller = await bench.caller.rest().filter { !$0.hasPrefix("peer") && !$0.hasPrefix("conn") }
        #expect(
            caller == ["accepted 1001", "failed 7 invalidTone", "heard 9 200", "audio", "tones 5", "tones 6", "closed"])
        let callee = await bench.callee.rest()
        #expect(callee.filter { $0.hasPrefix("heard") } == ["heard 1 100", "heard # 100", "heard 1 40"])
        #expect(callee.contains("tones 8"))
    }

    @Test func `statistics come every second and when asked for`() async throws {
        let bench = try LoopbackBench()
        bench.caller.perform(.setSource(ToneGenerator(frequency: 1000, amplitude: 0.5)))
        await bench.connect()
        bench.engine.tick(50)
        let periodic = try #require(await bench.callee.statistics())
        #expect(periodic.packetsReceived == 50 && periodic.packetsSent == 50)
        #expect(periodic.bytesReceived == 4000)
        #expect(abs(periodic.inboundLevel - 0.3535) < 0.001)
        #expect(periodic.codec == .opus)
        #expect((periodic.meanOpinionScore ?? 0) > 4.4)
        #expect(periodic.localCandidateKind == "host")
        // The one above was the periodic one; that which it asked for follows.
        #expect(await bench.callee.statistics() == periodic)
    }

    @Test func `a lost network interrupts, and comes back or fails in time`() async throws {
        var configuration = MediaConfiguration()
        configuration.interruptionLimit = .seconds(1)
        let bench = try LoopbackBench(configuration)
        await bench.connect()
        bench.engine.setNetwork(isUp: false)
        bench.engine.tick(49)
        bench.engine.setNetwork(isUp: true)
        bench.engine.setNetwork(isUp: false)
        bench.engine.tick(60)
        bench.engine.setNetwork(isUp: true)
        bench.callee.perform(.createOffer(id: 9, iceRestart: true))
        let states = await bench.callee.rest()
        #expect(
            states == [
                "peer sendrecv", "connecting", "connected", "interrupted", "connected", "interrupted", "failed",
                "failed 9 wrongState", "closed",
            ])
    }

    @Test func `an ICE restart has new credentials and keeps the sound`() async throws {
        let bench = try LoopbackBench()
        let there = LevelMeter()
        bench.caller.perform(.setSource(ToneGenerator(frequency: 440)))
        bench.callee.perform(.setSink(there))
        await bench.connect()
        func fragment(_ sdp: String) -> Substring? {
            sdp.split(separator: "\r\n").first { $0.hasPrefix("a=ice-ufrag") }
        }
        bench.caller.perform(.createOffer(id: 20, iceRestart: false))
        let before = try #require(await bench.caller.description(20))
        bench.caller.perform(.rollBack)
        bench.caller.perform(.createOffer(id: 21, iceRestart: true))
        let after = try #require(await bench.caller.description(21))
        #expect(fragment(before) != fragment(after))
        bench.callee.perform(.acceptOffer(id: 21, sdp: after))
        let answer = try #require(await bench.callee.description(21))
        bench.caller.perform(.acceptAnswer(id: 22, sdp: answer, provisional: false))
        bench.engine.tick()
        #expect(there.reading.level > 0.2)
    }

    @Test func `of three that answer one offer, the one accepted is connected`() async throws {
        let engine = LoopbackMediaEngine()
        let caller = EventLog(try engine.makeConnection(MediaConfiguration()))
        let devices = try (0..<3).map { _ in EventLog(try engine.makeConnection(MediaConfiguration())) }
        caller.perform(.createOffer(id: 1, iceRestart: false))
        let offer = try #require(await caller.description(1))
        var answers: [String] = []
        for device in devices {
            device.perform(.acceptOffer(id: 1, sdp: offer))
            answers.append(try #require(await device.description(1)))
        }
        caller.perform(.acceptAnswer(id: 2, sdp: answers[1], provisional: false))
        engine.tick()
        var states: [[String]] = []
        for device in devices.reversed() { states.append(await device.rest()) }
        #expect(states[0] == ["peer sendrecv", "connecting", "closed"])
        #expect(states[1] == ["peer sendrecv", "connecting", "connected", "audio", "closed"])
        #expect(states[2] == ["peer sendrecv", "connecting", "closed"])
        #expect(await caller.rest().last == "closed")
    }

    @Test func `the end of one is seen by the other, and nothing follows`() async throws {
        let bench = try LoopbackBench()
        let there = LevelMeter()
        bench.callee.perform(.setSink(there))
        await bench.connect()
        bench.caller.perform(.close)
        bench.caller.perform(.createOffer(id: 3, iceRestart: false))
        bench.engine.tick(3)
        #expect(there.reading.frameCount == 0)
        #expect(await bench.callee.rest().suffix(2) == ["peerClosed", "closed"])
        #expect(await bench.caller.rest() == ["accepted 1001", "peer sendrecv", "connecting", "connected", "closed"])
    }

    @Test func `an abandoned connection is found by another connection of the other side`() async throws {
        let bench = try LoopbackBench()
        let there = LevelMeter()
        await bench.connect()
        bench.caller.perform(.close)
        let another = EventLog(try bench.engine.makeConnection(MediaConfiguration()))
        another.perform(.setSource(ToneGenerator(frequency: 440)))
        bench.callee.perform(.setSink(there))
        await bench.negotiate(bench.callee, another, id: 5)
        bench.engine.tick(3)
        #expect(there.reading.level > 0.2)
    }

    @Test func `malformed descriptions and commands out of turn fail with their id`() async throws {
        let bench = try LoopbackBench()
        bench.caller.perform(.acceptOffer(id: 1, sdp: "nonsense"))
        bench.caller.perform(.acceptAnswer(id: 2, sdp: "v=0", provisional: false))
        bench.caller.perform(.createOffer(id: 3, iceRestart: true))
        bench.caller.perform(.createOffer(id: 4, iceRestart: false))
        let lines = await bench.caller.rest()
        #expect(
            lines == [
                "failed 1 malformedDescription", "failed 2 wrongState", "gathered", "description 3",
                "failed 4 wrongState", "closed",
            ])
    }

    @Test func `configurations that cannot be served are refused`() {
        let engine = LoopbackMediaEngine()
        var configuration = MediaConfiguration()
        configuration.codecs = []
        #expect(throws: MediaError.self) { try engine.makeConnection(configuration) }
        configuration = MediaConfiguration()
        configuration.relayOnly = true
        #expect(throws: MediaError.self) { try engine.makeConnection(configuration) }
        #expect(engine.connectionCount == 0)
    }

    @Test func `an unreferenced connection closes itself`() throws {
        let engine = LoopbackMediaEngine()
        do {
            _ = try engine.makeConnection(MediaConfiguration())
        }
        #expect(engine.connectionCount == 0)
    }

    @Test func `a sink may give commands, even that which ends its own connection`() async throws {
        final class HangUp: AudioSink {
            let connection: any MediaConnection
            init(_ connection: any MediaConnection) { self.connection = connection }
            func receive(_ frame: UnsafeBufferPointer<Int16>) { connection.perform(.close) }
        }
        let bench = try LoopbackBench()
        bench.callee.perform(.setSink(HangUp(bench.callee.connection)))
        await bench.connect()
        bench.engine.tick(2)
        #expect(bench.engine.connectionCount == 1, "the caller sees that its peer is gone, and is still open")
    }
}
