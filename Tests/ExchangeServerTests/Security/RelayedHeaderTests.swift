import ExchangeServer
import Testing
import WireJSON

/// Headers that one app hands the other through the exchange: none can become another one on its way.
@Suite(.timeLimit(.minutes(5))) struct RelayedHeaderTests {
    private static let names = [
        "", "X-A\r\nX-Carillon-Mailbox", "X-A\nVia", "X A", "X-A:", "X-A\u{0}", "X-Ä", "X-\u{202E}A", "(X)",
        String(repeating: "x", count: 129),
    ]
    private static let values = ["1\r\nX-Carillon-Mailbox: bob", "1\n2", "1\r2", "1\u{0}2"]

    private static func dialog(_ callID: String, _ name: String, _ value: String) -> JSONObject {
        [
            "callID": .string(callID), "destination_number": "bob",
            "custom_headers": [["name": "X-Good", "value": "1"], ["name": .string(name), "value": .string(value)]],
        ]
    }

    @Test func `L: a call and an answer with a header that is none are refused, and which one it is told`() async throws
    {
        try await Scene.withPhones { alice, bob in
            let hostile = Self.names.map { ($0, "1") } + Self.values.map { ("X-A", $0) }
            for (name, value) in hostile {
                alice.request(
                    "dial", "verto.invite",
                    ["sdp": .string(TestSDP.offer), "dialogParams": .object(Self.dialog("hostile", name, value))])
                let failure = try await alice.failure(of: "dial")
                #expect(
                    failure.code == -32602 && failure.message.contains("custom_headers"), "\(name.debugDescription)")
            }
            _ = try await alice.dial("bob", callID: "c", .freeSwitch)
            let leg = try #require(try await bob.told("verto.invite")["callID"]?.string)
            for (name, value) in hostile {
                bob.request(
                    "answer", "verto.answer",
                    ["sdp": .string(TestSDP.answer), "dialogParams": .object(Self.dialog(leg, name, value))])
                #expect(try await bob.failure(of: "answer").code == -32602, "\(name.debugDescription)")
            }
            bob.answer(leg, .freeSwitch)
            #expect(try await bob.result(of: "answer") == ["sessid": "bob-1"], "the call rang on")
        }
    }

    @Test func `of the variables of FreeSWITCH's clients those are passed on that can be headers`() async throws {
        try await Scene.withPhones { alice, bob in
            var variables: JSONObject = ["X-Order": "7"]
            for name in Self.names { variables[name] = "1" }
            for value in Self.values { variables["X-\(variables.count)"] = .string(value) }
            alice.request(
                "dial", "verto.invite",
                [
                    "sdp": .string(TestSDP.offer),
                    "dialogParams": [
                        "callID": "c", "destination_number": "bob", "userVariables": .object(variables),
                    ],
                ])
            _ = try await alice.result(of: "dial")
            let invite = try await bob.told("verto.invite")
            let passed = invite.members.filter { $0.key.hasPrefix("verto_h_") }
            #expect(passed.map(\.key) == ["verto_h_X-Order"] && passed.map(\.value) == ["7"])
        }
    }
}
