import Glibc
import MediaEngine
import NativeMedia
import Testing

extension MediaTests {
    @Suite struct TeardownTests {
        @Test func `a peer that closes is noticed at once`() async throws {
            let call = try TestCall()
            try await call.connect()
            try await call.caller.close()
            try await call.callee.wait(for: .peerClosed)
            try await call.callee.close()
            #expect(call.engine.connectionCount == 0)
        }

        @Test func `pitfall 15: commands after close have no effect`() async throws {
            let call = try TestCall()
            try await call.connect()
            try await call.caller.close()
            let before = call.caller.seen.count
            for command: MediaCommand in [
                .createOffer(id: 50, iceRestart: false), .setMuted(true), .setSource(ToneGenerator(frequency: 300)),
                .setSink(call.callee.toneSink),
                .sendTones(id: 51, "1", toneMilliseconds: 100), .addRemoteCandidate("nonsense"), .reportStatistics,
                .close,
            ] { call.caller.connection.perform(command) }
            try await call.callee.close()
            #expect(call.caller.seen.count == before)
        }

        @Test func `a connection that is let go of frees everything`() async throws {
            let engine = try NativeMediaEngine()
            var closed: AsyncStream<MediaEvent>?
            do {
                let connection = try engine.makeConnection(MediaConfiguration())
                connection.perform(.createOffer(id: 1, iceRestart: false))
                closed = connection.events
            }
            var last: MediaEvent?
            for await event in try #require(closed) { last = event }
            guard case .stateChanged(.closed) = last else {
                Issue.record("the last event is not closed")
                return
            }
            #expect(engine.connectionCount == 0)
        }

        @Test func `an engine that closes takes its connections with it`() async throws {
            let call = try TestCall()
            try await call.connect()
            call.engine.close()
            try await call.caller.wait(for: .closed)
            try await call.callee.wait(for: .closed)
            #expect(call.engine.connectionCount == 0)
        }

        @Test func `the number of connections is limited`() async throws {
            var options = NativeMediaOptions()
            options.connectionCountMax = 2
            let call = try TestCall(try NativeMediaEngine(options))
            #expect(throws: MediaError(.limitReached, "connections of an engine")) {
                try call.engine.makeConnection(MediaConfiguration())
            }
            try await call.close()
        }

        /// In a process of its own: what a process holds is everybody's in it.
        @Test func `pitfall 11: hanging up at any moment of set-up frees everything`() async {
            await #expect(processExitsWith: .success) {
                let engine = try NativeMediaEngine()
                try await TeardownTests.hangUp(engine, calls: 60)
                let before = ProcessFootprint.now()
                try await TeardownTests.hangUp(engine, calls: 400)
                let after = ProcessFootprint.now()
                #expect(engine.connectionCount == 0)
                #expect(after.fileDescriptors <= before.fileDescriptors + 4)
                #expect(after.threads <= before.threads + 4)
                // A connection takes some 300 kB while it lives: 240 MB if they stayed.
                #expect(after.residentKilobytes < before.residentKilobytes + 16 * 1024)
            }
        }

        /// What a loop's thread still frees when the process exits: OpenSSL must not have gone before it.
        @Test func `a process that exits leaves OpenSSL to the threads that still use it`() async {
            await #expect(processExitsWith: .success) {
                // Registered before OpenSSL could register its own, so it runs after that one.
                atexit { if (try? NativeMediaEngine()) == nil { _exit(EXIT_FAILURE) } }
                let call = try TestCall()
                try await call.connect()
                try await call.close()
            }
        }

        /// Ten calls at a time, closed at moments spread over 120 ms.
        fileprivate static func hangUp(_ engine: NativeMediaEngine, calls: Int) async throws {
            for batch in 0..<(calls / 10) {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for index in 0..<10 {
                        let delay = (batch * 10 + index) * 7 % 120
                        group.addTask { try await hangUp(engine, afterMilliseconds: delay) }
                    }
                    try await group.waitForAll()
                }
            }
        }

        /// Sets a call up and closes both ends, one of them at the given moment, whatever was reached by then.
        private static func hangUp(_ engine: NativeMediaEngine, afterMilliseconds delay: Int) async throws {
            let call = try TestCall(engine)
            let setUp = Task { try await call.connect() }
            // on purpose: the moment is what the test varies
            try await Task.sleep(for: .milliseconds(delay))
            try await call.caller.close()
            try await call.callee.close()
            setUp.cancel()
            _ = await setUp.result
        }
    }
}
