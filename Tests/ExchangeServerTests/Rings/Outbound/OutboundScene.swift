import ExchangeCore
import ExchangeServer
import ExchangeStorage
import RingTime
import Standins
import Testing
import WireJSON

/// Scenes in which alice's first phone calls out over its registration at Telnyx.
enum OutboundScene {
    /// Whom she calls.
    static let callee = "+15550107777"

    static func play(
        database: String? = nil, clock: JumpClock = JumpClock(),
        policy change: (inout OutboundPolicy) -> Void = { _ in },
        configuration changeConfiguration: (inout ExchangeConfiguration) throws -> Void = { _ in },
        _ body: (RingScene) async throws -> Void
    ) async throws {
        try await RingScene.play(database: database, clock: clock) { configuration in
            var policy = OutboundPolicy()
            change(&policy)
            configuration.calling.outbound = policy
            configuration.broadcastApps = [BroadcastScene.app]
            try changeConfiguration(&configuration)
        } _: { scene in
            try await body(scene)
        }
    }
}

/// A call that a phone makes out, as Telnyx has it.
struct CallOut: Sendable {
    /// The phone's leg, which waits.
    let caller: String
    let session: String
}

extension RingScene {
    /// A phone dials, and its leg waits at Telnyx; returns that leg.
    func dials(
        _ number: String = OutboundScene.callee, from address: String = RingScene.address(of: "alice1"),
        showing callerID: String? = nil
    ) -> String {
        var body: JSONObject = ["from": .string(address), "to": .string(number)]
        if let callerID { body["custom_headers"] = [["name": "X-Caller-Id", "value": .string(callerID)]] }
        defer { changes.signal() }
        return telnyx.control("POST", "calls", body)["call_control_id"]?.string ?? ""
    }

    /// The call that such a leg came to: the latest of all.
    func callsOut(
        _ number: String = OutboundScene.callee, from address: String = RingScene.address(of: "alice1"),
        showing callerID: String? = nil
    ) async throws -> CallOut {
        let known = Set(
            try await history(of: TestHTTP.bearer(TestExchange.token)).map { $0["call_session_id"]?.string })
        let caller = dials(number, from: address, showing: callerID)
        let session = try await until {
            try await history(of: TestHTTP.bearer(TestExchange.token)).map { $0["call_session_id"]?.string }
                .first { !known.contains($0) }
        }
        return CallOut(caller: caller, session: session ?? "")
    }

    /// The leg by which the called party is dialed.
    func dialedOut(_ count: Int = 1) async throws -> SceneLeg { try await rungLegs(count)[count - 1] }

    /// Returns when every leg is over.
    func everyLegIsOver() async throws {
        _ = try await until { legs.allSatisfy { $0.state == "over" } ? true : nil }
    }
}
