import CallModel
import ExchangeServer
import WireJSON

/// A call between users: the exchange's own gateway decides it and carries it to phones over WebSocket.
struct UserStoryCall: GatewayStoryCall {
    /// Long enough for two phones to ring first on a busy machine.
    private static let ringTime = Duration.seconds(2)

    let people: GatewayPhones

    static func play(ringsOut: Bool, _ body: (any StoryCall) async throws -> Void) async throws {
        try await TestExchange.run {
            if ringsOut { $0.limits.ringing = Self.ringTime }
        } _: { server in
            try await body(UserStoryCall(people: try await GatewayPhones.ringing(server, dialling: "alice")))
        }
    }

    func ringsOut() {}

    func reasons(_ status: JSONObject) -> [EndReason?] {
        let legs = (status["legs"]?.array ?? []).compactMap(\.object)
        return ["phone", "desk"].map { name in
            let leg = legs.first { $0["device"]?.string == name }
            return leg?["ending"]?.object?["reason"]?.string.flatMap { EndReason(rawValue: $0) }
        }
    }
}
