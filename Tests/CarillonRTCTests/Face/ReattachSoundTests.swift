import CarillonRTC
import Foundation
import MediaEngine
import NativeMedia
import Redaction
import Testing
import Verto
import WireJSON

/// Our client at an exchange that holds the media itself and offers its call anew over each new socket, as FreeSWITCH and
/// Telnyx do: real media, and sound after every return.
@Suite(.timeLimit(.minutes(5))) struct ReattachSoundTests {
    /// What the exchange's side of the media does at an attach.
    enum PeerKind: CaseIterable {
        /// Restarts ICE and keeps its association (RFC 8842 §4).
        case keepsAssociation
        /// Begins DTLS anew under the certificate the client knows, as FreeSWITCH.
        case beginsAnew
        /// Has another peer connection, and another certificate.
        case isAnotherConnection
    }

    /// `CARILLON_REATTACHES=20` for more.
    private static let count = ProcessInfo.processInfo.environment["CARILLON_REATTACHES"].flatMap(Int.init) ?? 2

    @Test(arguments: [Dialect.telnyx, .freeSwitch], PeerKind.allCases)
    func `F2: after each attach both sides are heard, in each dialect and with each kind of peer`(
        dialect: Dialect, kind: PeerKind
    ) async throws {
        let engine = try NativeMediaEngine()
        var fixture = try ClientFixture(dialect, engine: engine) { $0.media.localAddresses = ["127.0.0.1"] }
        var exchange = try await fixture.connected()
        var far = try FarMedia(kind)
        var incoming = fixture.client.incomingCalls.makeAsyncIterator()
        exchange.send(.invite(VertoServerInvite(callID: "b-leg", sdp: Redacted(try await far.offer()))))
        let call = try #require(await incoming.next())
        let toneSink = ToneSink()
        call.setAudioSink(toneSink)
        async let answering: Void = call.answer()
        try await far.accept(try await exchange.description())
        try await answering
        try await exchange.awaitTones(from: call, to: toneSink, far, turn: 0)

        for turn in 1...Self.count {
            let gone = far
            // Ready, or the cut would make the next wait longer than the clock is moved.
            var states = fixture.client.states.makeAsyncIterator()
            while let state = await states.next(), state != .ready {}
            exchange.connection.finish(.remote(code: nil))
            while let state = await states.next(), state == .ready {}
            fixture.clock.advance(by: .seconds(1))
            exchange = try #require(await fixture.farEnd())
            _ = try await exchange.login()
            if kind == .isAnotherConnection { far = try FarMedia(kind) }
            exchange.send(.attach(VertoServerInvite(callID: "b-leg", sdp: Redacted(try await far.offer()))))
            try await far.accept(try await exchange.description())
            try await exchange.becomeReady(with: "b-leg")
            try await exchange.awaitTones(from: call, to: toneSink, far, turn: turn)
            if gone.connection !== far.connection { gone.connection.perform(.close) }
        }
        #expect(call.ending == nil)
        far.connection.perform(.close)
    }

    /// Waits for tones.
    final class ToneSink: AudioSink {
        static let tones = [440.0, 1000]
        private let readings: AsyncStream<ToneMeter.Reading>
        private let continuation: AsyncStream<ToneMeter.Reading>.Continuation
        private let meter = ToneMeter(tones, windowFrames: 5)

        init() { (readings, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1)) }

        func receive(_ frame: UnsafeBufferPointer<Int16>) {
            meter.receive(frame)
            if meter.reading.frameCount.isMultiple(of: 5) { continuation.yield(meter.reading) }
        }

        func awaitTone(_ tone: Int) async throws {
            for await reading in readings where reading.levels[tone] > 0.2 { return }
            throw CancellationError()
        }
    }

    /// The exchange's end of the media.
    struct FarMedia {
        let connection: any MediaConnection
        let toneSink = ToneSink()
        private var events: AsyncStream<MediaEvent>.Iterator
        private var lastID: UInt64 = 0

        init(_ kind: PeerKind) throws {
            var options = NativeMediaOptions()
            options.startsAnewAtRestarts = kind == .beginsAnew
            var configuration = MediaConfiguration()
            configuration.localAddresses = ["127.0.0.1"]
            connection = try NativeMediaEngine(options).makeConnection(configuration)
            events = connection.events.makeAsyncIterator()
            connection.perform(.setSink(toneSink))
        }

        /// The first, or one that restarts ICE.
        mutating func offer() async throws -> String {
            lastID += 1
            connection.perform(.createOffer(id: lastID, iceRestart: lastID > 1))
            while let event = await events.next() {
                switch event {
                case .localDescription(lastID, let sdp): return sdp
                case .commandFailed(lastID, let error): throw error
                default: continue
                }
            }
            throw CancellationError()
        }

        mutating func accept(_ answer: String) async throws {
            lastID += 1
            connection.perform(.acceptAnswer(id: lastID, sdp: answer, provisional: false))
            while let event = await events.next() {
                switch event {
                case .accepted(lastID): return
                case .commandFailed(lastID, let error): throw error
                default: continue
                }
            }
            throw CancellationError()
        }
    }
}

extension FarEnd {
    /// The description with which the client answers the call or takes it up again; what else it asks for is done.
    fileprivate mutating func description() async throws -> String {
        // on purpose: each round answers one request of the client
        while true {
            let (id, request) = try await request()
            answer(id, [:])
            switch request {
            case .answer(let answer), .attach(let answer): return answer.sdp.revealed
            default: continue
            }
        }
    }

    fileprivate mutating func becomeReady(with callID: String) async throws {
        send(.clientReady(VertoClientReady(reattachedCallIDs: [callID])))
        guard dialect == .telnyx else { return }
        let question = try await request()
        answer(question.id, VertoGatewayNotice(state: .registered).result)
    }

    /// Another tone at each turn: earlier tones do not count.
    fileprivate func awaitTones(
        from call: Call, to toneSink: ReattachSoundTests.ToneSink, _ far: ReattachSoundTests.FarMedia, turn: Int
    ) async throws {
        let (mine, theirs) = turn.isMultiple(of: 2) ? (0, 1) : (1, 0)
        call.setAudioSource(ToneGenerator(frequency: ReattachSoundTests.ToneSink.tones[mine]))
        far.connection.perform(.setSource(ToneGenerator(frequency: ReattachSoundTests.ToneSink.tones[theirs])))
        try await toneSink.awaitTone(theirs)
        try await far.toneSink.awaitTone(mine)
    }
}
