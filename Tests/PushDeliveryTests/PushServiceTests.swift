import PushDelivery
import Testing

struct PushServiceTests {
    @Test func `a service is known by its name`() {
        #expect(PushService(rawValue: "apns") == .apns)
        #expect(PushService(rawValue: "fcm") == .fcm)
        #expect(PushService(rawValue: "pigeon") == nil)
    }
}
