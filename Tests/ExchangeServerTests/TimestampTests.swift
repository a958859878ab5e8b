import ExchangeServer
import Testing

@Suite struct TimestampTests {
    @Test(
        arguments: [
            (0, "1970-01-01T00:00:00.000000Z"), (951_782_399_999_999, "2000-02-28T23:59:59.999999Z"),
            (951_782_400_000_000, "2000-02-29T00:00:00.000000Z"),
            (1_795_233_906_123_456, "2026-11-21T04:05:06.123456Z"),
            (4_107_542_400_000_000, "2100-03-01T00:00:00.000000Z"),
        ] as [(Int64, String)])
    func `a moment is written as RFC 3339 has it`(_ microseconds: Int64, _ text: String) {
        #expect(Timestamp.text(microseconds: microseconds) == text)
    }
}
