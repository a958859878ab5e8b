import MediaEngine
import NativeMedia
import Testing

extension MediaTests {
    /// Two engines that connect while a call rings, before either may be heard.
    @Suite(.timeLimit(.minutes(5))) struct EarlyDescriptionMediaTests {
        private func silence(_ peers: Peer...) {
            for peer in peers {
                peer.connection.perform(.setMuted(true))
                peer.connection.perform(.setPaused(true))
            }
        }

        private func sound(_ peers: Peer...) {
            for peer in peers {
                peer.connection.perform(.setMuted(false))
                peer.connection.perform(.setPaused(false))
            }
        }

        private func hasHeard(_ peer: Peer) -> Bool {
            peer.seen.contains { if case .firstAudio = $0 { true } else { false } }
        }

        @Test func `connected while it rings, both are silent until the answer, and heard after it`() async throws {
            let engine = try NativeMediaEngine()
            let caller = try Peer("caller", engine)
            let callee = try Peer("callee", engine, tone: Peer.otherTone)
            silence(caller, callee)
            let answer = try await callee.answer(try await caller.offer())
            try await caller.accept(answer, provisional: true)
            try await caller.wait(for: .connected)
            try await callee.wait(for: .connected)
            _ = try await caller.statistics(after: 2)
            try await caller.awaitSilence()
            try await callee.awaitSilence()
            #expect(!hasHeard(caller) && !hasHeard(callee))

            sound(callee)
            try await caller.accept(answer)
            sound(caller)
            try await caller.awaitTone(Peer.otherTone)
            try await callee.awaitTone(Peer.tone)
            #expect(hasHeard(caller) && hasHeard(callee))
            #expect(caller.states == [.connecting, .connected])
            try await caller.close()
            try await callee.close()
        }

        @Test(arguments: [true, false])
        func `pitfall 20: another device than the one connected with while it rang answers, and both are heard`(
            firstClosesBefore: Bool
        ) async throws {
            // Each device has a certificate of its own.
            let caller = try Peer("caller", try NativeMediaEngine())
            let first = try Peer("first", try NativeMediaEngine())
            let second = try Peer("second", try NativeMediaEngine(), tone: Peer.otherTone)
            let offer = try await caller.offer()
            try await caller.accept(try await first.answer(offer), provisional: true)
            try await caller.wait(for: .connected)
            try await first.wait(for: .connected)

            if firstClosesBefore {
                first.connection.perform(.close)
                try await caller.wait(for: .peerClosed)
            }
            try await caller.accept(try await second.answer(offer))
            first.connection.perform(.close)
            try await second.wait(for: .connected)
            try await caller.awaitTone(Peer.otherTone)
            try await second.awaitTone(Peer.tone)
            #expect(!caller.states.contains(.failed))
            #expect(caller.states.last == .connected)
            try await caller.close()
            try await second.close()
        }
    }
}
