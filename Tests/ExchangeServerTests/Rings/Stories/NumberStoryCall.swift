import CallModel
import ExchangeServer
import Redaction
import RingCore
import WireJSON

/// A call to a number: a ring session decides it, and the exchange's own gateway carries it to phones over WebSocket.
struct NumberStoryCall: GatewayStoryCall {
    let people: GatewayPhones
    let clock: JumpClock

    static func play(_ body: (any StoryCall) async throws -> Void) async throws {
        let (number, clock) = ("+15550100002", JumpClock())
        try await TestExchange.run(ringClock: clock) {
            $0.numbers = [CalledNumber(Redacted(number), users: ["alice"], organization: "acme")]
        } _: { server in
            let people = try await GatewayPhones.ringing(server, dialling: number)
            try await body(NumberStoryCall(people: people, clock: clock))
        }
    }

    func ringsOut() { clock.advance(by: .seconds(31)) }

    func reasons(_ status: JSONObject) -> [EndReason?] {
        (status["devices"]?.array ?? []).map { device in
            device.object?["reason"]?.string.flatMap { DeviceReason(rawValue: $0) }?.endReason
        }
    }
}
