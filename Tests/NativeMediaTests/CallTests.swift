import MediaEngine
import NativeMedia
import Redaction
import SDP
import Testing

extension MediaTests {
    @Suite struct CallTests {
        @Test(arguments: [AudioCodec.opus, .pcmu, .pcma])
        func `a tone is heard both ways`(codec: AudioCodec) async throws {
            let call = try TestCall(caller: { $0.codecs = [codec] })
            try await call.connect()
            try await call.awaitBothTones()
            _ = try await call.caller.wait("first audio") { if case .firstAudio = $0 { true } else { nil } }
            try await call.close()
        }

        @Test func `a description without trickling carries its candidates`() async throws {
            let call = try TestCall()
            let offer = try await call.caller.offer()
            let answer = try await call.callee.answer(offer)
            for text in [offer, answer] {
                let section = try SessionDescription(parsing: text).media[0]
                #expect(section.candidates.contains { $0.address == "127.0.0.1" })
            }
            try await call.close()
        }

        @Test func `candidates trickle after their description`() async throws {
            let call = try TestCall(caller: { $0.gathering = .trickle }, callee: { $0.gathering = .trickle })
            let offer = try await call.caller.offer()
            #expect(try SessionDescription(parsing: offer).media[0].candidates.isEmpty)
            let answer = try await call.callee.answer(offer)
            try await call.caller.accept(answer)
            try await call.caller.trickle(to: call.callee)
            try await call.callee.trickle(to: call.caller)
            try await call.caller.wait(for: .connected)
            try await call.awaitBothTones()
            try await call.close()
        }

        @Test func `pitfall 2: candidates that come before the description are kept`() async throws {
            let call = try TestCall(caller: { $0.gathering = .trickle })
            let offer = try await call.caller.offer()
            try await call.caller.trickle(to: call.callee)
            let answer = try await call.callee.answer(offer)
            // The callee's answer loses its candidates: only those of the caller lead anywhere.
            let bare = answer.split(separator: "\r\n").filter { !$0.hasPrefix("a=candidate") }.joined(separator: "\r\n")
            try await call.caller.accept(bare + "\r\n")
            try await call.caller.wait(for: .connected)
            try await call.callee.wait(for: .connected)
            try await call.close()
        }

        @Test func `pitfall 10: a peer that hides its addresses behind names of multicast DNS is found by its checks`()
            async throws
        {
            let call = try TestCall()
            let hidden = try await call.caller.offer().replacing(
                " 127.0.0.1 ", with: " 8b3c1c1e-4a3e-4f0b-9a53-1c2d3e4f5a6b.local ")
            #expect(try SessionDescription(parsing: hidden).media[0].candidates.allSatisfy(\.isMulticastDNS))
            try await call.caller.accept(try await call.callee.answer(hidden))
            try await call.callee.wait(for: .connected)
            try await call.awaitBothTones()
            call.callee.connection.perform(.reportStatistics)
            let kind = try await call.callee.wait("statistics") { event -> String? in
                if case .statistics(let statistics) = event { statistics.remoteCandidateKind } else { nil }
            }
            #expect(kind == "prflx")
            try await call.close()
        }

        @Test func `pitfall 14: the answer says opus exactly and keeps the offer's numbers`() async throws {
            let call = try TestCall()
            let offer = try await call.caller.offer()
            let renumbered = offer.replacing("SAVPF 111 ", with: "SAVPF 96 ").replacing(":111 ", with: ":96 ")
                .replacing("a=mid:0", with: "a=mid:sound").replacing("BUNDLE 0", with: "BUNDLE sound")
            let answer = try await call.callee.answer(renumbered)
            #expect(answer.contains("a=rtpmap:96 opus/48000/2\r\n"))
            #expect(answer.contains("m=audio") && !answer.contains("111 opus"))
            #expect(answer.contains("a=mid:sound"))
            try await call.close()
        }

        @Test func `without a common codec an offer is refused and nothing is lost`() async throws {
            let call = try TestCall(caller: { $0.codecs = [.opus] }, callee: { $0.codecs = [.pcma] })
            let offer = try await call.caller.offer()
            let error = await #expect(throws: MediaError.self) { try await call.callee.answer(offer) }
            #expect(error?.code == .noCommonCodec)
            try await call.close()
        }

        @Test func `pitfall 4: a certificate that is not the announced one is refused`() async throws {
            let call = try TestCall()
            let offer = try await call.caller.offer()
            let lines = offer.split(separator: "\r\n").map { line in
                line.hasPrefix("a=fingerprint:")
                    ? "a=fingerprint:sha-256 " + repeatElement("AA", count: 32).joined(separator: ":") : String(line)
            }
            let answer = try await call.callee.answer(lines.joined(separator: "\r\n") + "\r\n")
            try await call.caller.accept(answer)
            let reason = try await call.callee.wait("a reason") { event in
                if case .failed(let error) = event { error.code } else { nil }
            }
            #expect(reason == .fingerprintMismatch)
            try await call.callee.wait(for: .failed)
            try await call.close()
        }

        @Test func `malformed and misplaced descriptions are refused with a reason`() async throws {
            let call = try TestCall()
            let garbage = await #expect(throws: MediaError.self) { try await call.callee.answer("v=1\r\n") }
            #expect(garbage?.code == .malformedDescription)
            let early = await #expect(throws: MediaError.self) { try await call.caller.accept("v=0\r\n") }
            #expect(early?.code == .wrongState)
            _ = try await call.caller.offer()
            let second = await #expect(throws: MediaError.self) { try await call.caller.offer() }
            #expect(second?.code == .wrongState)
            try await call.close()
        }

        @Test func `an offer that is rolled back leaves the way free for the peer's`() async throws {
            let call = try TestCall()
            _ = try await call.callee.offer()
            call.callee.connection.perform(.rollBack)
            try await call.connect()
            try await call.awaitBothTones()
            call.caller.connection.perform(.createOffer(id: 900, iceRestart: true))
            call.caller.connection.perform(.rollBack)
            _ = try await call.caller.wait("an outcome of the offer") { event -> Bool? in
                switch event {
                case .localDescription(900, _), .commandFailed(900, _): true
                default: nil
                }
            }
            try await call.awaitBothTones()
            try await call.negotiate(iceRestart: true)
            try await call.awaitBothTones()
            try await call.close()
        }

        private static func refusal(
            _ engine: NativeMediaEngine, _ change: (inout MediaConfiguration) -> Void
        ) -> MediaError.Code? {
            var configuration = MediaConfiguration()
            change(&configuration)
            do throws(MediaError) { _ = try engine.makeConnection(configuration) } catch { return error.code }
            return nil
        }

        @Test(arguments: ["turns:relay.example", "turns:192.0.2.1:5349", "turn:192.0.2.1"])
        func `pitfall 9: a URL in place of a host is refused, because libnice would speak plain TCP to it`(
            host: String
        ) throws {
            let engine = try NativeMediaEngine()
            let relay = IceServer.Relay(transport: .tcp, username: "u", password: Redacted("p"))
            let servers = [IceServer(host: host), IceServer(host: host, relay: relay)]
            for server in servers {
                #expect(Self.refusal(engine) { $0.iceServers = [server] } == .unsupportedConfiguration)
            }
        }

        @Test func `a configuration that cannot be served is refused at once`() throws {
            let engine = try NativeMediaEngine()
            func code(_ change: (inout MediaConfiguration) -> Void) -> MediaError.Code? { Self.refusal(engine, change) }
            #expect(code { $0.codecs = [] } == .unsupportedConfiguration)
            #expect(code { $0.relayOnly = true } == .unsupportedConfiguration)
            #expect(code { $0.localAddresses = ["192.0.2.1"] } == .unsupportedConfiguration)
            #expect(code { $0.iceServers = Array(repeating: IceServer(host: "192.0.2.1"), count: 9) } == .limitReached)
            engine.close()
            #expect(code { _ in } == .closed)
        }
    }
}
