import ExchangePush
import ExchangeServer
import NIOHTTP1
import Redaction
import Standins
import Testing
import WireJSON

/// Tokens that a user may tell the exchange and that no app ever had.
@Suite(.timeLimit(.minutes(5))) struct BogusTokenTests {
    private static func account(at google: FCMStandin) throws -> FCMAccount {
        var file = JSONWriter(reserving: 4_096)
        file.write(google.serviceAccount.revealed)
        var account = try FCMAccount(serviceAccount: file.bytes)
        account.serviceURL = "https://localhost:\(google.port)"
        account.trustedPEM = google.authorityPEM
        return account
    }

    @Test func `L: a user's bogus token of Google's is forgotten and counted, and alarms no operator`() async throws {
        let google = try await FCMStandin.start(FCMConfiguration())
        let account = try Self.account(at: google)
        let log = LogLines()
        let result = await Result(awaiting: {
            try await RingScene.play(writingTo: log) {
                $0.push?.fcm = [account]
            } _: { scene in
                let bob = try await AccountClient.logIn(scene.server, as: "bob")
                let body = #"{"tokens":[{"kind":"fcm","token":"bogus-token-of-bob"}]}"#
                #expect(try await bob.ask(.POST, "/api/device-tokens", body).status == 200)
                let alice = try await TestClient.connect(to: scene.server)
                try await alice.logIn(.freeSwitch, as: "alice", password: "alice-secret", session: "a")
                for (call, taken) in [("first", 1), ("second", 2)] {
                    _ = try await alice.dial("bob", callID: call, .freeSwitch)
                    // Bob's other phone has a token that is good.
                    try await scene.figure("carillon_pushes_total", "accepted", reaches: taken)
                    try await scene.figure("carillon_pushes_total", "token_gone", reaches: 1)
                }
                #expect(try await scene.figure("carillon_pushes_total", "token_gone") == 1, "it was not asked again")
            }
        })
        await google.stop()
        try result.get()
        #expect(log.all.contains { $0.hasPrefix("info an invalid push token was removed") && $0.contains("badToken") })
        #expect(!log.all.contains { $0.hasPrefix("error ") || $0.hasPrefix("critical ") })
        #expect(!log.all.contains { $0.contains("bogus-token-of-bob") })
    }
}
