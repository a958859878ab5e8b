import ExchangeServer
import NIOHTTP1
import Redaction
import Testing
import WireJSON

/// Passwords people choose: how they are kept, and what checking them costs everybody else.
@Suite(.timeLimit(.minutes(5))) struct PasswordTests {
    private let operatorToken = TestHTTP.bearer(TestExchange.token)

    private func makeUser(_ server: ExchangeServer, _ fields: String) async throws -> TestHTTP.Reply {
        try await TestHTTP.ask(
            server, .POST, "/api/users", authorization: operatorToken, body: #"{"name":"carol",\#(fields)}"#)
    }

    private func basic(_ server: ExchangeServer, _ login: String, _ password: String) async throws -> Int {
        try await TestHTTP.ask(
            server, "/api/voip/ice-servers", authorization: TestHTTP.basic(login, password)
        ).status
    }

    /// The stored values, as text.
    private func stored(_ folder: Scratch) throws -> String { String(decoding: try folder.bytes(), as: UTF8.self) }

    @Test func `M2: a user's password is stored by argon2id, a device's by HMAC`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run(passwordWork: .argon2id, { $0.databasePath = folder.path }) { server in
            let fields =
                #""password":"carol-secret","devices":[{"name":"phone","password":"carol-phone-secret"}]"#
            let made = try await makeUser(server, fields)
            #expect(made.status == 201)
            #expect(try await basic(server, "carol", "carol-secret") == 200)
            #expect(try await basic(server, "carol-phone", "carol-phone-secret") == 200)
            #expect(try await basic(server, "carol", "carol-phone-secret") == 401)
        }
        let text = try stored(folder)
        #expect(text.ranges(of: "$argon2id$v=19$m=19456,t=2,p=1$").count == 1)
        #expect(text.ranges(of: "hmac-sha256$").count == 1)
        #expect(!text.contains("-secret"))
    }

    @Test func `M2: an older hash of a user's password lets in, and is one by argon2id from then on`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        let old = PasswordHash(password: "carol-secret").text
        try await TestExchange.run(passwordWork: .argon2id, { $0.databasePath = folder.path }) { server in
            #expect(try await makeUser(server, #""password_hash":"\#(old)""#).status == 201)
            let phone = try await TestClient.connect(to: server)
            try await phone.logIn(.telnyx, as: "carol", password: "carol-secret", session: "c")
        }
        try await TestExchange.run(passwordWork: .argon2id, { $0.databasePath = folder.path }) { server in
            let status = try await basic(server, "carol", "carol-secret")
            #expect(status == 200)
            #expect(try await basic(server, "carol", "carol-secre") == 401)
            #expect(try stored(folder).contains("$argon2id$v=19$m=19456,t=2,p=1$"))
        }
    }

    @Test func `calls go on and machines log in while people's passwords are computed`() async throws {
        let passwords = HeldPasswords()
        try await TestExchange.run(passwordWork: passwords.work) { server in
            let alice = try await TestClient.connect(to: server)
            try await alice.logIn(.telnyx, as: "alice-phone", password: "phone-secret", session: "a")
            let guesser = try await TestClient.connect(to: server)
            guesser.request(1, "login", ["login": "bob", "passwd": "guessed", "sessid": "g"])
            let bob = try await TestClient.connect(to: server)
            try await bob.logIn(.telnyx, as: "bob-phone", password: "phone-secret", session: "b")
            _ = try await alice.dial("1002", callID: "x", .telnyx)
            _ = try await bob.told("telnyx_rtc.invite")
            passwords.open()
            #expect(try await guesser.failure(of: 1).code == -32001)
        }
    }

    @Test func `a flood of guesses is computed a few at a time, so many wait, and the others are sent away`()
        async throws
    {
        let passwords = HeldPasswords()
        try await TestExchange.run(
            passwordWork: passwords.work, { $0.limits.failedLoginsPerMinute = 1_000 }
        ) { server in
            let places = PasswordVerifier.runningMax + PasswordVerifier.waitingOfAddressMax
            let (refused, wrong) = try await withThrowingTaskGroup(of: String.self) { group in
                for number in 0..<(places + 5) {
                    group.addTask {
                        let guesser = try await TestClient.connect(to: server)
                        guesser.request(1, "login", ["login": .string("user-\(number)"), "passwd": "guessed-by-me"])
                        return try await guesser.failure(of: 1).message
                    }
                }
                var first: [String] = []
                while first.count < 5, let text = try await group.next() { first.append(text) }
                passwords.open()
                return (first, try await group.reduce(into: []) { $0.append($1) })
            }
            #expect(refused == Array(repeating: "Service Unavailable", count: 5))
            #expect(wrong == Array(repeating: "Authentication Failure", count: places))
            #expect(passwords.begun == places)
        }
    }

    @Test func `devices of one user that come back at once cost one check, and none the next time`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await TestExchange.run(passwordWork: .argon2id, { $0.databasePath = folder.path }) { server in
            let made = try await makeUser(server, #""password":"carol-secret""#)
            #expect(made.status == 201)
        }
        let passwords = HeldPasswords()
        let change: (inout ExchangeConfiguration) -> Void = {
            $0.databasePath = folder.path
            $0.limits.devicesOfUser = 100
        }
        try await TestExchange.run(passwordWork: passwords.work, change) { server in
            for round in 1...2 {
                try await withThrowingTaskGroup(of: Void.self) { group in
                    for number in 1...40 {
                        group.addTask {
                            let phone = try await TestClient.connect(to: server)
                            try await phone.logIn(
                                .telnyx, as: "carol", password: "carol-secret", session: "\(round)-\(number)")
                        }
                    }
                    passwords.open()
                    try await group.waitForAll()
                }
            }
            #expect(passwords.begun == 1)
        }
    }

    @Test func `a wrong password costs the same for any login, and a wrong credential nothing`() async throws {
        let passwords = HeldPasswords()
        passwords.open()
        try await TestExchange.run(passwordWork: passwords.work) { server in
            let alice = try await AccountClient.logIn(server, as: "alice")
            let issued = try await alice.ask(.POST, "/api/voip/credentials", "{}").object
            let credential = try #require(issued["sip_username"]?.string)
            var expected = 0
            for login in ["alice", "alice-phone", "stranger", "1001", "sip:alice@example.com"] {
                #expect(try await basic(server, login, "guessed") == 401)
                expected += 1
                #expect(passwords.begun == expected, "\(login)")
            }
            let phone = try await TestClient.connect(to: server)
            for (id, login) in [credential, "cred-0123456789abcdef01234567"].enumerated() {
                let id = JSONValue.integer(Int64(id))
                phone.request(id, "login", ["login": .string(login), "passwd": "guessed"])
                #expect(try await phone.failure(of: id).message == "Authentication Failure")
            }
            #expect(passwords.begun == expected)
        }
    }

    @Test func `M2: a password that is too short or too easy is refused with its least length`() async throws {
        try await TestExchange.run { server in
            let device = #"{"name":"phone","password":"#
            for (fields, told) in [
                (#""password":"a""#, "password"), (#""password":"seven77""#, "password"),
                (#""password":"12345678""#, "guessed first"),
                (#""devices":[\#(device)"short"}]"#, "password"),
            ] {
                let reply = try await makeUser(server, fields)
                #expect(reply.status == 422 && reply.text.contains(told), "\(reply.text)")
            }
            #expect(try await makeUser(server, #""password":"eight-88""#).status == 201)
        }
    }

    @Test(arguments: [
        ("users: [{name: alice, password: a}]", "password has 1 characters, 8 are the least"),
        ("users: [{name: alice-smith, password: Alice-Smith}]", "password is the same as its login"),
        (
            "users: [{name: alice, devices: [{name: phone, password: short}]}]",
            "password has 5 characters, 12 are the least"
        ),
    ])
    func `M2: the file's passwords keep the rule too`(text: String, told: String) throws {
        let error = try #require(throws: ExchangeServerError.self) {
            try ConfigurationFile.parse(text, file: "test.yaml")
        }
        #expect(error.description.contains(told), "\(error)")
    }

    @Test func `a hash by argon2id is read back, and one that asks for too much memory is none`() throws {
        let hash = try #require(PasswordHash.chosen("correct horse"))
        #expect("\(hash)" == "‹password hash›")
        #expect(hash.matches("correct horse") && !hash.matches("correct hors"))
        #expect(PasswordHash(text: hash.text) == hash)
        for broken in [
            hash.text.replacing("m=19456", with: "m=4194304"), hash.text.replacing("t=2", with: "t=2000"),
            hash.text.replacing("p=1", with: "p=0"), hash.text.replacing("argon2id", with: "argon2i"),
            hash.text + "A", String(hash.text.dropLast()),
        ] {
            #expect(PasswordHash(text: broken) == nil, "\(broken)")
        }
        #expect(hash.text.replacing("t=2", with: "t=3") != hash.text)
        #expect(PasswordHash(text: hash.text.replacing("t=2", with: "t=3"))?.matches("correct horse") == false)
    }
}
