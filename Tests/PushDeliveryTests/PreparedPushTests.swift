import CallModel
import PushDelivery
import PushPayload
import Redaction
import Testing

@Suite struct PreparedPushTests {
    private func push(_ message: IncomingPush, topic: String = Pushes.topic, live: Bool = false) throws -> OutgoingPush
    {
        OutgoingPush(
            id: PushID(UUIDValue(high: 1, low: 1)),
            token: try DeviceToken("ab", at: .apns(topic: topic, nil), registeredAt: Pushes.wall), message: message,
            deadline: Pushes.wall, hasLiveChannel: live)
    }

    @Test func `a device with a live channel gets no VoIP push about an ended call`() throws {
        let end = IncomingPush.ended(Pushes.call(1), organization: nil, reason: .cancelled)
        #expect(throws: PushRuleViolation(.liveChannel)) { try PreparedPush(push(end, live: true)) }
        #expect(try PreparedPush(push(end)).kind == .callEnded)
        #expect(try PreparedPush(push(end, topic: "org.example.app", live: true)).kind == .callEnded)
    }

    @Test func `a phone with a live channel still gets a push`() throws {
        let ring = IncomingPush.ringing(Pushes.call(1), organization: nil, deadline: Pushes.wall)
        #expect(try PreparedPush(push(ring, live: true)).call == Pushes.call(1))
    }

    @Test func `a push that names no call is not sent`() throws {
        #expect(throws: PushRuleViolation(.namesNoCall)) { try PreparedPush(push(IncomingPush())) }
    }

    @Test func `each type of push has its own length`() throws {
        var ring = IncomingPush.ringing(Pushes.call(1), organization: nil, deadline: Pushes.wall)
        ring.callerPicture = Redacted("https://" + String(repeating: "a", count: 4_500))
        #expect(try PreparedPush(push(ring)).body.count > 4_096)
        #expect(throws: PushRuleViolation(.tooLarge)) { try PreparedPush(push(ring, topic: "org.example.app")) }
        ring.callerPicture = Redacted("https://" + String(repeating: "a", count: 5_200))
        #expect(throws: PushRuleViolation(.tooLarge)) { try PreparedPush(push(ring)) }
    }
}
