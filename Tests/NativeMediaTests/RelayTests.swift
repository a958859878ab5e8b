import MediaEngine
import NativeMedia
import Redaction
import SDP
import Testing

extension MediaTests {
    @Suite(.enabled(if: TurnServer.missing == nil, "coturn is not installed")) struct RelayTests {
        @Test(arguments: [IceServer.Transport.udp, .tcp, .tls])
        func `pitfall 10: relay-only shows nothing but relays, and sound flows`(transport: IceServer.Transport)
            async throws
        {
            let relay = try await TurnServer()
            let change: (inout MediaConfiguration) -> Void = { configuration in
                configuration.relayOnly = true
                configuration.iceServers = [relay.server(transport)]
                configuration.gathering = .complete(limit: .seconds(10))
            }
            let call = try TestCall(relay.trustingEngine(), caller: change, callee: change)
            let offer = try await call.caller.offer()
            let answer = try await call.callee.answer(offer)
            for text in [offer, answer] {
                let candidates = try SessionDescription(parsing: text).media[0].candidates
                #expect(!candidates.isEmpty)
                #expect(candidates.allSatisfy { $0.kind == .relayed })
                #expect(candidates.allSatisfy { $0.relatedAddress == "0.0.0.0" && $0.relatedPort == 9 })
            }
            try await call.caller.accept(answer)
            try await call.caller.wait(for: .connected)
            try await call.awaitBothTones()
            call.caller.connection.perform(.reportStatistics)
            let statistics = try await call.caller.wait("statistics of a pair") { event -> MediaStatistics? in
                guard case .statistics(let statistics) = event else { return nil }
                return statistics.localCandidateKind == nil ? nil : statistics
            }
            #expect(statistics.localCandidateKind == "relay")
            let server = relay.server(transport)
            #expect(statistics.relay == "\(transport == .tls ? "turns" : "turn"):\(server.host):\(server.port)")
            try await call.close()
        }

        @Test func `pitfall 2: with relays only, candidates that trickle find their way`() async throws {
            let relay = try await TurnServer()
            let change: (inout MediaConfiguration) -> Void = { configuration in
                configuration.relayOnly = true
                configuration.iceServers = [relay.server(.udp)]
                configuration.iceServers[0].host = "localhost"
                configuration.gathering = .trickle
            }
            let call = try TestCall(caller: change, callee: change)
            let offer = try await call.caller.offer()
            let answer = try await call.callee.answer(offer)
            // Nothing but these candidates can connect the two. The relay is found by its name, by the way.
            try await call.caller.trickle(to: call.callee)
            try await call.callee.trickle(to: call.caller)
            try await call.caller.accept(answer)
            try await call.caller.wait(for: .connected)
            try await call.awaitBothTones()
            try await call.close()
        }

        @Test(arguments: ["secret", "another"])
        func `a refusing relay is reported, and another is not`(password: String) async throws {
            let relay = try await TurnServer()
            let call = try TestCall(caller: { configuration in
                configuration.iceServers = [relay.server(.udp)]
                configuration.iceServers[0].relay?.password = Redacted(password)
                configuration.gathering = .trickle
            })
            _ = try await call.caller.offer()
            _ = try await call.caller.wait("the end of gathering") { event in
                if case .gatheringCompleted = event { true } else { nil }
            }
            let refusals = call.caller.seen.count { if case .relaysUnavailable = $0 { true } else { false } }
            #expect(refusals == (password == "secret" ? 0 : 1))
            try await call.close()
        }

        @Test func `a STUN server beside a relay is heard, so that gathering does not wait until it is given up`()
            async throws
        {
            let relay = try await TurnServer()
            let heard = try TestCall(caller: { configuration in
                configuration.iceServers = [IceServer(host: "127.0.0.1", port: relay.port), relay.server(.udp)]
                configuration.gathering = .trickle
            })
            let silent = try TestCall(caller: { configuration in
                configuration.iceServers = [IceServer(host: "127.0.0.1", port: 9)]
                configuration.gathering = .trickle
            })
            let first = try await withThrowingTaskGroup(of: Int.self) { group in
                for (index, call) in [silent, heard].enumerated() {
                    _ = try await call.caller.offer()
                    group.addTask {
                        _ = try await call.caller.wait("the end of gathering") { event in
                            if case .gatheringCompleted = event { true } else { nil }
                        }
                        return index
                    }
                }
                let first = try await group.next()
                try await group.waitForAll()
                return first
            }
            #expect(first == 1)
            try await heard.close()
            try await silent.close()
        }

        @Test func `a relay with a certificate of an unknown authority is not used`() async throws {
            let relay = try await TurnServer()
            let stranger = try await TurnServer()
            let change: (inout MediaConfiguration) -> Void = { configuration in
                configuration.iceServers = [relay.server(.tls)]
                configuration.gathering = .complete(limit: .seconds(10))
            }
            let call = try TestCall(stranger.trustingEngine(), caller: change, callee: change)
            let offer = try await call.caller.offer()
            let candidates = try SessionDescription(parsing: offer).media[0].candidates
            #expect(!candidates.isEmpty)
            #expect(candidates.allSatisfy { $0.kind != .relayed })
            try await call.close()
        }

        @Test func `a relay behind TLS is given up when its authorities cannot be read, and the call stands`()
            async throws
        {
            let relay = try await TurnServer()
            var options = NativeMediaOptions()
            options.trustRootsPath = "/nowhere/authorities.pem"
            let call = try TestCall(
                NativeMediaEngine(options),
                caller: {
                    $0.iceServers = [relay.server(.tls)]
                    $0.gathering = .complete(limit: .seconds(10))
                })
            let offer = try await call.caller.offer()
            #expect(call.caller.seen.contains { if case .relaysUnavailable = $0 { true } else { false } })
            try await call.caller.accept(call.callee.answer(offer))
            try await call.caller.wait(for: .connected)
            try await call.awaitBothTones()
            try await call.close()
        }

        @Test func `pitfall 6: a relay that does not answer delays the description no longer than the limit`()
            async throws
        {
            let clock = ContinuousClock()
            // libnice itself would wait for two seconds and more, each time. A busy machine may take as long for the limit.
            // on purpose: each round is another call, and a busy machine has time for one of them
            for _ in 0..<20 {
                let call = try TestCall(caller: {
                    $0.iceServers = [IceServer(host: "127.0.0.1", port: 9)]
                    $0.gathering = .complete(limit: .milliseconds(300))
                })
                let began = clock.now
                let offer = try await call.caller.offer()
                let time = clock.now - began
                #expect(try !SessionDescription(parsing: offer).media[0].candidates.isEmpty)
                try await call.close()
                if time < .milliseconds(1_800) { return }
            }
            Issue.record("no description was there before libnice had given up the relay")
        }
    }
}
