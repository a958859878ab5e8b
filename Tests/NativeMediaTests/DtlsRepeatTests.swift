import Testing

extension MediaTests {
    @Suite struct DtlsRepeatTests {
        /// What OpenSSL was told to wait is looked at, not how long it took: a busy machine changes the one only.
        @Test(.timeLimit(.minutes(5)))
        func `pitfall 3: an unanswered flight is repeated after 100 ms, doubled up to 400 ms`() async throws {
            let client = try #require(UnansweredClient())
            var waits: [Duration] = []
            for await wait in client.waits {
                waits.append(wait)
                if waits.count == 6 { break }
            }
            client.close()
            #expect(waits == [100, 200, 400, 400, 400, 400].map { .milliseconds($0) })
        }
    }
}
