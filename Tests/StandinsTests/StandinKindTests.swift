import Standins
import Testing

struct StandinKindTests {
    @Test func `a stand-in is known by its name`() {
        #expect(StandinKind.allCases.map(\.rawValue) == ["apns", "fcm", "telnyx", "apple"])
    }
}
