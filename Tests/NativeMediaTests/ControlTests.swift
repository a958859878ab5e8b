import MediaEngine
import NativeMedia
import SDP
import Testing

extension MediaTests {
    @Suite struct ControlTests {
        @Test(arguments: [MediaDirection.sendonly, .recvonly, .inactive])
        func `hold and resume in each direction`(direction: MediaDirection) async throws {
            let call = try TestCall()
            try await call.connect()
            try await call.awaitBothTones()
            call.caller.connection.perform(.setDirection(direction))
            try await call.negotiate()
            try await call.callee.wait(forRemote: direction)
            if direction == .sendonly {
                try await call.callee.awaitTone(Peer.tone)
            } else {
                try await call.callee.awaitSilence()
            }
            if direction == .recvonly {
                try await call.caller.awaitTone(Peer.otherTone)
            } else {
                try await call.caller.awaitSilence()
            }
            call.caller.connection.perform(.setDirection(.sendrecv))
            try await call.negotiate()
            try await call.awaitBothTones()
            try await call.close()
        }

        @Test func `a mute outlasts hold and resume`() async throws {
            let call = try TestCall()
            try await call.connect()
            call.caller.connection.perform(.setMuted(true))
            try await call.callee.awaitSilence()
            try await call.caller.awaitTone(Peer.otherTone)
            call.caller.connection.perform(.setDirection(.sendonly))
            try await call.negotiate()
            call.caller.connection.perform(.setDirection(.sendrecv))
            try await call.negotiate()
            try await call.caller.awaitTone(Peer.otherTone)
            try await call.callee.awaitSilence()
            call.caller.connection.perform(.setMuted(false))
            try await call.callee.awaitTone(Peer.tone)
            try await call.close()
        }

        /// By notice only: the descriptions stay as they were. A hold by the caller, then one by the callee.
        @Test(arguments: [MediaCommand.setPaused(true), .setDirection(.inactive)], [AudioCodec.opus, .pcmu])
        func `a hold stops the sender but for a few packets a second, and the way stays up`(
            hold: MediaCommand, codec: AudioCodec
        ) async throws {
            let call = try TestCall(caller: { $0.codecs = [codec] })
            try await call.connect()
            try await call.awaitBothTones()
            call.caller.connection.perform(hold)
            try await call.callee.awaitSilence()
            let first = try await call.callee.statistics(after: 2), last = try await call.callee.statistics(after: 3)
            #expect((1...30).contains(last.packetsReceived - first.packetsReceived), "three seconds of sound are 150")
            call.caller.connection.perform(.setPaused(false))
            call.caller.connection.perform(.setDirection(.sendrecv))
            try await call.awaitBothTones()
            #expect(call.caller.states == [.connecting, .connected])
            #expect(call.callee.states == [.connecting, .connected])
            try await call.close()
        }

        @Test func `a peer that asks for it is sent no packets of silence, and nothing counts as lost`() async throws {
            let call = try TestCall()
            let offer = try await call.caller.offer()
            let answer = try await call.callee.answer(
                offer.replacing("useinbandfec=1", with: "useinbandfec=1;usedtx=1"))
            try await call.caller.accept(answer)
            try await call.awaitBothTones()
            call.callee.connection.perform(.setMuted(true))
            try await call.caller.awaitSilence()
            let first = try await call.caller.statistics(after: 2), last = try await call.caller.statistics(after: 3)
            #expect((1...30).contains(last.packetsReceived - first.packetsReceived))
            #expect(last.packetsLost == first.packetsLost && last.framesConcealed - first.framesConcealed < 25)
            call.callee.connection.perform(.setMuted(false))
            try await call.awaitBothTones()
            try await call.close()
        }

        @Test(arguments: [AudioCodec.pcmu, .pcma])
        func `a peer with G 711 describes its silence, which is heard as noise of that level, and nothing is concealed`(
            codec: AudioCodec
        ) async throws {
            let call = try TestCall(caller: { $0.codecs = [codec] })
            try await call.connect()
            try await call.awaitBothTones()
            // A tone of -64 dBov counts as silence.
            let faint = 0.000_631
            let tone = ToneGenerator(frequency: Peer.otherTone, amplitude: faint * 2.0.squareRoot())
            call.callee.connection.perform(.setSource(tone))
            // Noise has little of it at one frequency; the tone itself would have it all there.
            try await call.caller.awaitTone("noise of -64 dBov") { reading in
                (faint / 1.122...faint * 1.122).contains(reading.level) && reading.levels[1] < reading.level / 2
            }
            let first = try await call.caller.statistics(after: 2), last = try await call.caller.statistics(after: 3)
            #expect((1...30).contains(last.packetsReceived - first.packetsReceived), "three seconds of sound are 150")
            #expect(last.packetsLost == first.packetsLost && last.framesConcealed == first.framesConcealed)
            #expect(last.longestGapMilliseconds == nil)
            call.callee.play(Peer.otherTone)
            try await call.awaitBothTones()
            #expect(call.caller.states == [.connecting, .connected])
            try await call.close()
        }

        @Test func `a peer with G 711 that refuses silence suppression is sent its silence as sound`() async throws {
            let call = try TestCall(caller: { $0.codecs = [.pcmu] })
            let offer = try await call.caller.offer()
            let refusal = "a=rtcp-mux\r\na=silenceSupp:off - - - -"
            try await call.caller.accept(try await call.callee.answer(offer.replacing("a=rtcp-mux", with: refusal)))
            try await call.awaitBothTones()
            call.callee.connection.perform(.setMuted(true))
            try await call.caller.awaitSilence()
            let first = try await call.caller.statistics(after: 1), last = try await call.caller.statistics(after: 2)
            #expect(last.packetsReceived - first.packetsReceived > 50)
            try await call.close()
        }

        @Test(arguments: [true, false])
        func `pitfall 8: sound goes on through an ICE restart`(byCaller: Bool) async throws {
            let call = try TestCall()
            try await call.connect()
            try await call.awaitBothTones()
            let offerer = byCaller ? call.caller : call.callee
            let answerer = byCaller ? call.callee : call.caller
            let before = try await offerer.offer()
            try await offerer.accept(try await answerer.answer(before))
            let offer = try await offerer.offer(iceRestart: true)
            #expect(try Self.fragment(offer) != Self.fragment(before))
            try await offerer.accept(try await answerer.answer(offer))
            try await call.awaitBothTones()
            #expect(call.caller.states == [.connecting, .connected])
            #expect(call.callee.states == [.connecting, .connected])
            try await call.close()
        }

        private static func fragment(_ description: String) throws -> String? {
            let parsed = try SessionDescription(parsing: description)
            return parsed.iceCredentials(of: parsed.media[0])?.userFragment
        }

        @Test(arguments: [AudioCodec.opus, .pcmu])
        func `pitfall 13: digits arrive once each, in both directions`(codec: AudioCodec) async throws {
            let call = try TestCall(caller: { $0.codecs = [codec] })
            try await call.connect()
            for (sender, receiver) in [(call.caller, call.callee), (call.callee, call.caller)] {
                let id = sender.newID()
                sender.connection.perform(.sendTones(id: id, "15#", toneMilliseconds: 60))
                _ = try await sender.wait("tones sent") { if case .tonesSent(id) = $0 { true } else { nil } }
                for expected: Character in ["1", "5", "#"] {
                    let (digit, milliseconds) = try await receiver.wait("a digit") { event -> (Character, Int)? in
                        if case .toneReceived(let digit, let milliseconds) = event {
                            (digit, milliseconds)
                        } else {
                            nil
                        }
                    }
                    #expect(digit == expected)
                    #expect((40...80).contains(milliseconds))
                }
            }
            try await call.awaitBothTones()
            #expect(call.callee.digits == "15#")
            #expect(call.caller.digits == "15#")
            try await call.close()
        }

        @Test func `digits that do not exist are refused`() async throws {
            let call = try TestCall()
            let id = call.caller.newID()
            call.caller.connection.perform(.sendTones(id: id, "1x", toneMilliseconds: 100))
            let error = try await call.caller.wait("a refusal") { event -> MediaError? in
                if case .commandFailed(id, let error) = event { error } else { nil }
            }
            #expect(error.code == .invalidTone)
            try await call.close()
        }

        @Test func `statistics come by themselves and are plausible`() async throws {
            let call = try TestCall()
            try await call.connect()
            try await call.awaitBothTones()
            // A busy machine gives some seconds another score, level or delay; the second that is waited for comes.
            let statistics = try await call.caller.wait("statistics of a second in which the tone was heard well") {
                event -> MediaStatistics? in
                guard case .statistics(let statistics) = event,
                    (2.5...4.5).contains(statistics.meanOpinionScore ?? 0),
                    (0...200).contains(statistics.roundTripMilliseconds ?? -1),
                    (0...100).contains(statistics.jitterMilliseconds),
                    (0.1...0.4).contains(statistics.inboundLevel), (0.1...0.4).contains(statistics.outboundLevel)
                else { return nil }
                return statistics
            }
            #expect(statistics.codec == .opus)
            #expect(statistics.packetsSent > 20)
            #expect(statistics.packetsReceived > 20)
            #expect(statistics.bytesReceived > statistics.packetsReceived * 20)
            #expect((0..<Int64(statistics.packetsReceived)).contains(statistics.packetsLost))
            #expect(["host", "prflx"].contains(statistics.localCandidateKind))
            #expect(["host", "prflx"].contains(statistics.remoteCandidateKind))
            try await call.close()
        }
    }
}
