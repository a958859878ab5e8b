import MediaEngine
import NativeMedia
import SDP
import Testing

extension MediaTests {
    @Suite struct GatheringTests {
        @Test func `pitfall 5: only UDP on the addresses given is gathered`() async throws {
            let given: Set<String> = ["127.0.0.2", "127.0.0.3"]
            let call = try TestCall(caller: { $0.localAddresses = given.sorted() })
            let offer = try await call.caller.offer()
            let candidates = try SessionDescription(parsing: offer).media[0].candidates
            // With libnice's `ice-tcp` there would be TCP candidates too, each behind a listening socket.
            #expect(candidates.allSatisfy { $0.transport == .udp && $0.kind == .host })
            #expect(Set(candidates.map(\.address)) == given)
            #expect(candidates.count == given.count)
            try await call.close()
        }

        @Test func `ports come from the range given, one for each address`() async throws {
            let range: ClosedRange<UInt16> = 47_100...47_199
            let call = try TestCall(caller: {
                $0.localAddresses = ["127.0.0.1", "127.0.0.2"]
                $0.portRange = range
            })
            let candidates = try SessionDescription(parsing: try await call.caller.offer()).media[0].candidates
            #expect(candidates.count == 2)
            #expect(candidates.allSatisfy { range.contains($0.port) })
            try await call.close()
        }

        /// Threads are counted in a process of its own.
        @Test func `pitfall 5: no request for a UPnP router is sent to the network`() async {
            await #expect(processExitsWith: .success) {
                let call = try TestCall()
                try await call.connect()
                // Each agent that asks does so from a thread of its own, which inherits the loop's name.
                #expect(GatheringTests.loops() == 1)
                try await call.close()
            }
        }

        @Test func `pitfall 12: one loop serves all connections`() async {
            await #expect(processExitsWith: .success) {
                let engine = try NativeMediaEngine()
                let calls = try (0..<11).map { _ in try TestCall(engine) }
                for call in calls { try await call.connect() }
                #expect(GatheringTests.loops() == 1)
                for call in calls { try await call.close() }
            }
        }

        @Test func `pitfall 12: with several loops a call goes from one to the other`() async throws {
            var options = NativeMediaOptions()
            options.loopCount = 3
            let engine = try NativeMediaEngine(options)
            let calls = try (0..<3).map { _ in try TestCall(engine) }
            for call in calls { try await call.connect() }
            #expect(Self.loops() >= 3)
            for call in calls {
                try await call.awaitBothTones()
                try await call.close()
            }
        }

        fileprivate static func loops() -> Int { ProcessFootprint.threadNames().count { $0 == "media-loop" } }
    }
}
