import MediaEngine
import Testing

@Suite struct ConnectionLimiterTests {
    private final class Connection {
        private var admission: ConnectionLimiter.Admission?

        /// A framework may make none although there was room.
        init?(_ admission: ConnectionLimiter.Admission, isMade: Bool) {
            guard isMade else { return nil }
            self.admission = admission
        }

        func close() { admission = nil }
    }

    @Test func `one more than the limit is refused`() throws {
        let limiter = ConnectionLimiter(limit: 2)
        let open = try [limiter.admit(), limiter.admit()]
        #expect(throws: MediaError(.limitReached, "2 connections")) { try limiter.admit() }
        withExtendedLifetime(open) {}
    }

    @Test func `P13: a connection that was not made, was dropped or was closed frees its place, however often`() throws
    {
        let limiter = ConnectionLimiter(limit: 1)
        for _ in 0..<20 {
            #expect(Connection(try limiter.admit(), isMade: false) == nil)
            _ = Connection(try limiter.admit(), isMade: true)
            let kept = Connection(try limiter.admit(), isMade: true)
            kept?.close()
            kept?.close()
            withExtendedLifetime(kept) {}
        }
        _ = try limiter.admit()
    }
}
