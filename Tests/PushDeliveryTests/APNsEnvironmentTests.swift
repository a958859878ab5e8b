import PushDelivery
import Testing

struct APNsEnvironmentTests {
    @Test func `each environment has another host`() {
        #expect(Set(APNsEnvironment.allCases.map(\.host)).count == 2)
    }
}
