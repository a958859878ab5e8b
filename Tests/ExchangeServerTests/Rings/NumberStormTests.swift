import ExchangeServer
import Testing
import WireJSON

/// Calls to a number at the gateway, in which everybody does what they like at once.
@Suite(.timeLimit(.minutes(5))) struct NumberStormTests {
    private enum Action: CaseIterable {
        case answer, hangUp, decline, declineEverywhere, claim, callerHangsUp
    }

    /// xorshift64*: the same calls every time. Source: Vigna, "An experimental exploration of Marsaglia's xorshift".
    private struct Dice: RandomNumberGenerator {
        var state: UInt64

        mutating func next() -> UInt64 {
            state ^= state >> 12
            state ^= state << 25
            state ^= state >> 27
            return state &* 0x2545_F491_4F6C_DD1D
        }
    }

    /// The next invitation; later messages of the call before are passed over.
    private static func invitation(_ phone: TestClient) async throws -> (leg: String, session: String) {
        while true {
            let message = try await phone.message()
            guard message["method"]?.string == "telnyx_rtc.invite", let invite = message["params"]?.object else {
                continue
            }
            return (
                try #require(invite["callID"]?.string), try #require(invite["telnyx_session_id"]?.string)
            )
        }
    }

    private static func perform(
        _ action: Action, by phone: Int, in session: String, _ leg: String, _ callID: String,
        _ phones: [TestClient], _ caller: TestClient, _ scene: RingScene
    ) async throws {
        switch action {
        case .answer: phones[phone].answer(leg, .telnyx)
        case .hangUp: phones[phone].bye(leg, .telnyx)
        case .decline: phones[phone].bye(leg, .telnyx, cause: 21)
        case .declineEverywhere: _ = try await scene.ask("decline-everywhere", of: "alice\(phone + 1)", session)
        case .claim: _ = try await scene.ask("claim", of: "alice\(phone + 1)", session)
        case .callerHangsUp: caller.bye(callID, .telnyx)
        }
    }

    @Test(arguments: UInt64(1)...4)
    func `whatever everybody does at once, a call has one winner at most and one reason for each phone`(
        seed: UInt64
    ) async throws {
        var dice = Dice(state: seed &* 0x9E37_79B9_7F4A_7C15)
        try await RingScene.play { scene in
            let phones = [try await scene.phone("alice1"), try await scene.phone("alice2")]
            let caller = try await scene.phone("bob-phone")
            for round in 1...15 {
                let callID = "c\(round)"
                caller.request(
                    "dial", "telnyx_rtc.invite",
                    [
                        "sdp": .string(TestSDP.offer),
                        "dialogParams": [
                            "callID": .string(callID), "destination_number": .string(RingScene.number),
                        ],
                    ])
                var legs: [String] = []
                var session = ""
                for phone in phones {
                    let invitation = try await Self.invitation(phone)
                    legs.append(invitation.leg)
                    session = invitation.session
                }
                for _ in 1...Int.random(in: 1...5, using: &dice) {
                    let action = Action.allCases.randomElement(using: &dice) ?? .answer
                    let phone = Int.random(in: 0...1, using: &dice)
                    try await Self.perform(
                        action, by: phone, in: session, legs[phone], callID, phones, caller, scene)
                }
                caller.bye(callID, .telnyx)
                let ended = try await scene.end(of: session)
                let reasons = scene.reasons(ended)
                #expect(reasons.count == 2 && reasons.allSatisfy { $0 != nil }, "seed \(seed), round \(round)")
                #expect(reasons.count { $0 == "answered" } <= 1, "seed \(seed), round \(round)")
                let isTalk = ended["outcome"]?.string?.hasPrefix("completed") == true
                #expect(isTalk == reasons.contains("answered"), "seed \(seed), round \(round): \(ended.jsonText)")
            }
        }
    }
}
