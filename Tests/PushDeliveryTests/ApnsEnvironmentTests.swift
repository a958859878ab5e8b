import PushDelivery
import Testing

struct ApnsEnvironmentTests {
    @Test func `each environment has a host of its own`() {
        #expect(Set(ApnsEnvironment.allCases.map(\.host)).count == 2)
    }
}
