import ExchangeCore
import ExchangeServer
import Redaction
import RingCore
import Testing

@Suite(.timeLimit(.minutes(5))) struct ConfigurationTests {
    @Test func `a whole file is read`() throws {
        let hash = PasswordHash.plain("secret").text
        let configuration = try ConfigurationFile.parse(
            """
            listen: { host: 127.0.0.1, port: 0 }
            database: exchange.sqlite
            log-level: error
            users:
              - name: alice
                display-name: Alice A.
                picture: https://example.org/alice.jpg
                numbers: [1001, "+49 30 1"]
                password: made-by-a-machine
                devices:
                  - { name: phone, password-hash: "\(hash)" }
              - { name: bob, password: another-one, extension: 1002 }
            api-tokens:
              - { name: ops, token: 0123456789abcdef }
            ice-servers:
              - { urls: "stun:127.0.0.1:3478" }
              - { urls: ["turn:127.0.0.1:3478"], username: u, credential: c }
            calls: { across-organizations: allowed, caller-names: app, connect-while-ringing: colleagues }
            limits:
              { calls: 10, ringing-seconds: 5, connections-of-loopback: 20, failed-logins-per-minute: 7,
                failed-logins-per-minute-of-address: 8, rings-of-pair: 3, device-wait-factor: 4 }
            """, file: "test.yaml")
        #expect(configuration.listen.port == 0)
        #expect(configuration.users.map(\.name) == ["alice", "bob"])
        #expect(configuration.users.map(\.picture) == ["https://example.org/alice.jpg", nil])
        #expect(configuration.users.first?.numbers.map(\.revealed) == ["1001", "+49 30 1"])
        #expect(configuration.users.first?.devices.first?.login == "alice-phone")
        #expect(configuration.users.first?.devices.first?.password.matches("secret") == true)
        #expect(configuration.users.last?.password?.matches("another-one") == true)
        #expect(configuration.limits.calls == 10)
        #expect(configuration.limits.ringing == .seconds(5))
        #expect(configuration.limits.connectionsOfLoopback == 20)
        #expect(configuration.limits.connectionsOfAddress == ServerLimits().connectionsOfAddress)
        #expect(configuration.limits.failedLoginsPerMinute == 7)
        #expect(configuration.limits.failedLoginsPerMinuteOfAddress == 8)
        #expect(configuration.limits.ringsOfPair == 3)
        #expect(configuration.limits.deviceWaitFactor == 4)
        #expect(configuration.calling.allowsAcrossOrganizations && configuration.calling.showsClaimedNames)
        #expect(configuration.calling.connectsColleaguesWhileRinging)
        #expect(configuration.iceServers.count == 2)
        #expect(configuration.apiTokens.map(\.name) == ["ops"])
    }

    @Test(arguments: [
        "http://example.org/a.jpg", "https://", "https://example.org/a b.jpg", "https://ann:secret@example.org/a.jpg",
        "https://example.org:port/", "https://example.org/" + String(repeating: "a", count: 493),
        "data:image/png;base64,AA",
    ])
    func `a picture's address that is not https is refused with its line, and not repeated`(address: String) throws {
        let text = "users:\n  - {name: alice, picture: \"\(address)\", password: chosen-by-a-person}\n"
        let error = try #require(throws: ExchangeServerError.self) {
            try ConfigurationFile.parse(text, file: "test.yaml")
        }
        #expect(error.description.contains("test.yaml, line 2: users[0].picture must be an https address"))
        #expect(!error.description.contains("secret"))
    }

    private func outbound(_ text: String) throws -> OutboundPolicy? {
        try ConfigurationFile.parse("calls:\n  outbound: { \(text) }\n", file: "test.yaml").calling.outbound
    }

    @Test func `calls out are refused unless the file permits them, and permitted as it says`() throws {
        #expect(try ConfigurationFile.parse("calls: {}", file: "test.yaml").calling.outbound == nil)
        #expect(try outbound("") == OutboundPolicy())
        let policy = try #require(
            try outbound(
                """
                organizations: acme, country: "+44", emergency: routed, emergency-numbers: [999, "112"], allowed: ["+44"],
                forbidden: ["+449"], ring-seconds: 30, calls-at-once: 2, record-conversations: true, consent: announcement
                """))
        #expect(policy.organizations == ["acme"] && policy.country == "44" && policy.emergency == .routed)
        #expect(policy.emergencyNumbers == ["999", "112"] && policy.allowed == ["+44"] && policy.forbidden == ["+449"])
        #expect(policy.ringTime == .seconds(30) && policy.callsAtOnce == 2 && policy.recording == .announced)
    }

    @Test(arguments: [
        ("country: \"44\"", "calls.outbound.country"), ("emergency: perhaps", "calls.outbound.emergency"),
        ("emergency-numbers: [\"+911\"]", "calls.outbound.emergency-numbers"),
        ("allowed: [\"44\"]", "calls.outbound.allowed"), ("forbidden: [\"+9o\"]", "calls.outbound.forbidden"),
        ("record-conversations: true", "calls.outbound.consent"), ("ring-seconds: 4", "calls.outbound.ring-seconds"),
        ("calls-at-once: 0", "calls.outbound.calls-at-once"), ("premium: no", "calls.outbound.premium"),
    ])
    func `what cannot be of calls out is refused with its key`(text: String, key: String) throws {
        let error = try #require(throws: ExchangeServerError.self) { try outbound(text) }
        #expect(error.description.contains("line 2: \(key) "))
    }

    @Test func `the stages of a number are read, with when each begins and where it leads outside`() throws {
        let key = "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg="
        func numbers(_ text: String) throws -> [CalledNumber] {
            let head =
                "telnyx:\n  api-key: k\n  public-key: \(key)\n  connection-id: c\n  from: '+15550100'\n  numbers:\n"
            return try ConfigurationFile.parse(head + text, file: "test.yaml").telnyx?.numbers ?? []
        }
        let staged = try numbers(
            """
                - number: "+15550101"
                  stages:
                    - { users: [a, b], seconds: 8 }
                    - { users: [c] }
                    - { forward-to: ["+15550177"], seconds: 12 }
                - { number: "+15550102", users: [a], forward-to: ["+15550178", "+15550179"], ring-seconds: 40 }
                - { number: "+15550103", stages: [{ users: [a], seconds: 29 }, { users: [b] }] }
            """)
        #expect(staged.map { $0.stages.map(\.users) } == [[["a", "b"], ["c"], []], [["a"]], [["a"], ["b"]]])
        #expect(staged.map { $0.outside.map(\.revealed) } == [["+15550177"], ["+15550178", "+15550179"], []])
        #expect(staged.map(\.policy.ringTime) == [.seconds(30), .seconds(40), .seconds(30)])
        #expect(staged.map(\.policy.stageTimes) == [[.seconds(8), .seconds(10)], nil, [.seconds(29)]])
        for wrong in [["+15550101"], ["+1", "x"], (1...6).map { "+1555019\($0)" }, ["+15550177", "+15550177"]] {
            let list = wrong.map { "'\($0)'" }.joined(separator: ", ")
            #expect(throws: ExchangeServerError.self) {
                try numbers("    - { number: '+15550101', users: [a], forward-to: [\(list)] }\n")
            }
        }
    }

    @Test(arguments: [
        ("users:\n  - name: a\n    pasword: x", "line 3", "users[0].pasword"),
        ("users:\n  - name: a", "line 2", "users[0].password"),
        ("listen:\n  port: 70000", "line 2", "listen.port"),
        ("log-level: loud", "line 1", "log-level"),
        ("calls:\n  across-organizations: yes", "line 2", "across-organizations must be one of refused, allowed"),
        ("calls: {caller-names: bank}", "line 1", "caller-names must be one of exchange, app"),
        ("limits:\n  calls: many", "line 2", "limits.calls"),
        ("users:\n  - {name: a, password-hash: nonsense}", "line 2", "users[0].password-hash"),
        ("api-tokens:\n  - {name: a, token: short}", "line 2", "api-tokens[0].token"),
        ("ice-servers:\n  - {urls: 'http://x'}", "line 2", "ice-servers[0].urls"),
        ("ice-servers:\n  - {urls: 'turn:x', secret: short}", "line 2", "ice-servers[0].secret"),
        ("ice-servers:\n  - {urls: 'stun:x', secret: 0123456789abcdef}", "line 2", "is for turn: and turns:"),
        ("ice-servers:\n  - {urls: 'turn:x', secret: 0123456789abcdef, username: u}", "line 2", "leave these out"),
        ("ice-servers:\n  - {urls: 'turn:x', separator: '.'}", "line 2", "and there is none"),
        ("ice-servers:\n  - {urls: 'turn:x', secret: 0123456789abcdef, separator: '7'}", "line 2", "no digit"),
        ("ice-servers:\n  - {urls: 'turn:x', secret: 0123456789abcdef, lifetime-minutes: 1}", "line 2", "from 5 to"),
        ("telnyx:\n  public-key: x", "line 2", "telnyx.api-key"),
        ("telnyx:\n  api-key: k\n  public-key: x", "line 3", "telnyx.public-key"),
        ("telnyx:\n  api-key: k\n  api-key-file: /no/such", "line 3", "telnyx.api-key-file"),
        ("numbers:\n  - {number: '1', stages: [{users: [a]}], users: [b]}", "line 2", "numbers[0].users"),
        ("numbers:\n  - {number: '1', stages: [{users: [a]}, {seconds: 3}]}", "line 2", "numbers[0].stages[1].users"),
        ("numbers:\n  - {number: '1', stages: []}", "line 2", "numbers[0].stages must be 1 to 8"),
        (
            "numbers:\n  - {number: '1', stages: [{users: [a]}, {users: [a]}]}", "line 2",
            "user a is named in two stages"
        ),
        (
            "numbers:\n  - {number: '1', stages: [{users: [a], seconds: 0}, {users: [b]}]}", "line 2",
            "stages[0].seconds"
        ),
        (
            "numbers:\n  - {number: '1', stages: [{users: [a], seconds: 30}, {users: [b]}]}", "line 2",
            "begin after 30 seconds, when the ringing is over"
        ),
        (
            "numbers:\n  - {number: '1', stages: [{users: [a], seconds: 90}, {users: [b], seconds: 60}]}", "line 2",
            "ring for 150 seconds together; it must be 5 to 120"
        ),
        (
            "numbers:\n  - {number: '1', ring-seconds: 30, stages: [{users: [a]}, {users: [b], seconds: 9}]}", "line 2",
            "numbers[0].ring-seconds"
        ),
        ("numbers:\n  - {number: '1', users: [a], forward-to: ['+15550100']}", "line 2", "numbers[0].forward-to lead"),
        ("numbers:\n  - {number: '1', users: [a], forward-to: [5550100]}", "line 2", "numbers[0].forward-to must be"),
        ("push:\n  apns:\n    - {team: t, key-id: k, key-file: /no/such.p8}", "line 3", "push.apns[0].key-file"),
        ("push:\n  fcm:\n    - {address: x}", "line 3", "push.fcm[0].service-account-file"),
        (
            "users:\n  - {name: a, devices: [{name: d, password: made-by-a-machine, push: [{service: apns, token: xyz, topic: t}]}]}",
            "line 2", "users[0].devices[0].push[0].token"
        ),
        (
            "users:\n  - {name: a, devices: [{name: d, password: made-by-a-machine, telnyx-address: nowhere}]}",
            "line 2",
            "users[0].devices[0].telnyx-address"
        ),
        ("users: [", "line 2", ""),
        ("database: a\ndatabase: b", "database", ""),
        ("- a", "line 1", "the file"),
    ])
    func `a mistake is told with its place`(_ text: String, _ place: String, _ key: String) throws {
        let error = try #require(throws: ExchangeServerError.self) {
            try ConfigurationFile.parse(text, file: "test.yaml")
        }
        #expect(error.description.contains("test.yaml"))
        #expect(error.description.contains(place))
        #expect(error.description.contains(key))
    }

    @Test(arguments: [
        (
            "users:\n  - {name: a, password: secret-of-a}\n  - name: a\n    password: secret-of-b", "line 3",
            "users[1].name", "\"a\""
        ),
        (
            "users:\n  - {name: a, password: secret-of-a, numbers: [77]}\n  - name: b\n    password: secret-of-b\n    numbers: [77]",
            "line 5",
            "users[1].numbers", "\"b\""
        ),
        (
            "users:\n  - {name: a, password: secret-of-a}\n  - name: b\n    devices:\n      - {name: d, login: a, password: made-by-a-machine}",
            "line 5", "users[1].devices", "\"b\""
        ),
        ("users:\n  - {name: a, password: secret-of-a, numbers: [77, 77]}", "line 2", "users[0].numbers", "\"a\""),
    ])
    func `what two users have both is told with its place and its user`(
        _ text: String, _ place: String, _ key: String, _ user: String
    ) throws {
        let error = try #require(throws: ExchangeServerError.self) {
            try ConfigurationFile.parse(text, file: "test.yaml")
        }
        #expect(error.code == .configuration)
        for told in ["test.yaml", place, key, user] { #expect(error.description.contains(told), "\(error)") }
        #expect(!error.description.contains("77"), "numbers are private")
    }

    @Test func `a file that is not there is named`() throws {
        let error = try #require(throws: ExchangeServerError.self) {
            try ConfigurationFile.read(path: "/no/such/file.yaml")
        }
        #expect(error.description.contains("/no/such/file.yaml"))
    }

    @Test func `a password hash says nothing of the password and fits only it`() throws {
        let hash = PasswordHash.plain("correct horse")
        #expect("\(hash)" == "‹password hash›")
        #expect(hash.matches("correct horse"))
        #expect(!hash.matches("correct hors"))
        #expect(PasswordHash.plain("correct horse") != hash, "each has a salt of its own")
        let read = try #require(PasswordHash(text: hash.text))
        #expect(read == hash)
        for broken in [
            "", "plain", "hmac-sha256$00$00", String(hash.text.dropLast()), hash.text + "0", "md5" + hash.text,
        ] {
            #expect(PasswordHash(text: broken) == nil)
        }
    }

    @Test func `two users with one name, number or login are refused`() async throws {
        for change: @Sendable (inout ExchangeConfiguration) -> Void in [
            { $0.users.append(UserEntry(name: "alice", password: .plain("x"))) },
            { $0.users.append(UserEntry(name: "eve", numbers: ["1001"], password: .plain("x"))) },
            {
                $0.users.append(
                    UserEntry(name: "eve", devices: [.init(name: "d", login: "bob", password: .plain("x"))]))
            },
        ] {
            var configuration = try TestExchange.configuration()
            change(&configuration)
            let error = await #expect(throws: ExchangeServerError.self) {
                _ = try await ExchangeServer.start(configuration)
            }
            #expect(error?.code == .configuration)
            let name = try #require(configuration.users.last?.name)
            #expect(error?.context.contains("\"\(name)\"") == true)
        }
    }
}
