import ExchangeServer
import Testing
import WireJSON

/// Beginnings many tests share. Both phones speak FreeSWITCH's dialect.
enum Scene {
    /// alice and bob, logged in with one phone each.
    static func withPhones(
        keepingHold: Bool = false, _ body: (_ alice: TestClient, _ bob: TestClient) async throws -> Void
    ) async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            let bob = try await TestClient.connect(to: server)
            try await alice.logIn(
                .freeSwitch, as: "alice", password: "alice-secret", session: "alice-1", keepsHold: keepingHold)
            try await bob.logIn(.freeSwitch, as: "bob", password: "bob-secret", session: "bob-1")
            try await body(alice, bob)
        }
    }

    /// alice calls bob as `c`, bob answers; returns bob's name of the call.
    @discardableResult
    static func callUp(_ alice: TestClient, _ bob: TestClient) async throws -> String {
        _ = try await alice.dial("bob", callID: "c", .freeSwitch)
        let leg = try #require(try await bob.told("verto.invite")["callID"]?.string)
        bob.answer(leg, .freeSwitch)
        _ = try await bob.result(of: "answer")
        _ = try await bob.told("verto.display")
        _ = try await alice.told("verto.answer")
        _ = try await alice.told("verto.display")
        return leg
    }
}
