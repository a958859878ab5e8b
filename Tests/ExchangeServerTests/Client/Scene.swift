import ExchangeServer
import Testing
import WireJSON

/// Beginnings many tests share. Both phones speak the same dialect, FreeSWITCH's where none is named.
enum Scene {
    /// alice and bob, logged in with one phone each.
    static func withPhones(
        _ dialect: TestDialect = .freeSwitch, keepingHold: Bool = false,
        _ body: (_ alice: TestClient, _ bob: TestClient) async throws -> Void
    ) async throws {
        try await TestExchange.run { server in
            let alice = try await TestClient.connect(to: server)
            let bob = try await TestClient.connect(to: server)
            try await alice.logIn(
                dialect, as: "alice", password: "alice-secret", session: "alice-1", keepsHold: keepingHold)
            try await bob.logIn(dialect, as: "bob", password: "bob-secret", session: "bob-1")
            try await body(alice, bob)
        }
    }

    /// alice calls bob as `c`, bob answers; returns bob's name of the call.
    @discardableResult
    static func callUp(
        _ alice: TestClient, _ bob: TestClient, _ dialect: TestDialect = .freeSwitch
    ) async throws -> String {
        _ = try await alice.dial("bob", callID: "c", dialect)
        let leg = try #require(try await bob.told(dialect.rawValue + "invite")["callID"]?.string)
        bob.answer(leg, dialect)
        _ = try await bob.result(of: "answer")
        if dialect == .telnyx { _ = try await alice.told("telnyx_rtc.ringing") }
        if dialect == .freeSwitch { _ = try await bob.told("verto.display") }
        _ = try await alice.told(dialect.rawValue + "answer")
        if dialect == .freeSwitch { _ = try await alice.told("verto.display") }
        return leg
    }
}
