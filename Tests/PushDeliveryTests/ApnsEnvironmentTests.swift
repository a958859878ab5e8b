import PushDelivery
import Testing

struct ApnsEnvironmentTests {
    @Test func `each environment has another host`() {
        #expect(Set(ApnsEnvironment.allCases.map(\.host)).count == 2)
    }
}
