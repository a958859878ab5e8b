import CallModel
import PushDelivery
import PushPayload
import Redaction
import Testing
import WireJSON

/// By which tokens a device is told of a call, and what the system makes of each push.
@Suite struct PushRoutingTests {
    private static let app = "org.example.app"
    private static let day = Duration.seconds(24 * 3_600)

    private static func token(_ topic: String) throws -> DeviceToken {
        try DeviceToken("ab", at: .apns(topic: topic, .production), registeredAt: Pushes.wall)
    }

    private func ways(waking: Int = 1, alerting: Int = 1, silence: Duration? = nil) throws -> PushRouting {
        PushRouting(
            waking: try (0..<waking).map { _ in try Self.token(Pushes.topic) },
            alerting: try (0..<alerting).map { _ in try Self.token(Self.app) }, silence: silence,
            silenceMax: Self.day * 14)
    }

    @Test func `a device that can be woken is woken, and alerted only if that fails`() throws {
        for silence in [nil, Self.day, Self.day * 14] {
            let ways = try ways(silence: silence)
            #expect(ways.first.map(\.wakes) == [true] && ways.second.map(\.wakes) == [false])
        }
    }

    @Test func `a device that cannot be woken is alerted at once`() throws {
        let ways = try ways(waking: 0)
        #expect(ways.first.map(\.wakes) == [false] && ways.second.isEmpty)
    }

    @Test func `a device unheard of for long is woken and alerted at once`() throws {
        let ways = try ways(silence: Self.day * 15)
        #expect(ways.first.map(\.wakes) == [true, false] && ways.second.isEmpty)
    }

    @Test func `the second way follows where every push of the first was of no use`() {
        let gone = PushOutcome.tokenGone(TokenRemoval(.unregistered, goneSince: Pushes.wall))
        for outcome in [
            gone, .refused(PushAlarm(.apns, .configuration, status: 400, reason: "BadTopic")), .suppressed(.noAccount),
        ] {
            #expect(PushRouting.isSecondNeeded(after: [outcome]))
            #expect(!PushRouting.isSecondNeeded(after: [outcome, .accepted(.production)]))
        }
        let others: [PushOutcome] = [
            .accepted(nil), .expired, .unanswered, .withdrawn, .overloaded, .stopped, .suppressed(.liveChannel),
        ]
        for outcome in others { #expect(!PushRouting.isSecondNeeded(after: [outcome])) }
    }

    @Test func `the topic and the message decide the type of a push`() {
        #expect(APNsPushType(topic: Pushes.topic, .incomingCall) == .voip)
        #expect(APNsPushType(topic: Pushes.topic, .callEnded) == .voip)
        #expect(APNsPushType(topic: Self.app, .incomingCall) == .alert)
        #expect(APNsPushType(topic: Self.app, .callEnded) == .background)
        #expect(APNsPushType.allCases.map(\.priority) == [10, 10, 5])
    }

    private func system(_ message: IncomingPush) throws -> JSONObject? {
        let push = OutgoingPush(
            id: PushID(UUIDValue(high: 1, low: 1)), token: try Self.token(Self.app), message: message,
            deadline: Pushes.wall)
        return try JSONParser.parse(PreparedPush(push).body).object?["aps"]?.object
    }

    @Test func `an alert is time-sensitive, may be made by the app, and names the caller only if it may`() throws {
        var ring = IncomingPush.ringing(Pushes.call(1), organization: nil, deadline: Pushes.wall)
        let nameless = try #require(try system(ring))
        #expect(nameless["interruption-level"] == "time-sensitive" && nameless["mutable-content"] == 1)
        #expect(nameless["category"]?.string == IncomingPush.alertCategory)
        #expect(nameless["alert"] == ["body": "Incoming call"])
        ring.callerName = "Alice"
        #expect(try system(ring)?["alert"] == ["body": "Incoming call", "title": "Alice"])
    }

    @Test func `a push that removes an alert shows nothing`() throws {
        let end = IncomingPush.ended(Pushes.call(1), organization: nil, reason: .cancelled)
        #expect(try system(end) == ["content-available": 1])
    }
}
