import Accounts
import ExchangeServer
import NIOHTTP1
import Standins
import Testing
import WireJSON

/// H5: who may make an account.
@Suite(.timeLimit(.minutes(5))) struct SignUpTests {
    private let operatorToken = TestHTTP.bearer(TestExchange.token)

    private func signIn(
        _ scene: AppleScene, as subject: String, mail: String? = nil, isVouchedFor: Bool = true
    ) async throws -> TestHTTP.Reply {
        var wishes: JSONObject = ["sub": .string(subject), "nonce": .string(try await scene.nonce())]
        wishes["email"] = mail.map { .string($0) }
        if !isVouchedFor { wishes["claims"] = ["email_verified": false] }
        return try await scene.signIn(scene.authorize(wishes))
    }

    private func invite(_ mail: String, _ scene: AppleScene, _ method: HTTPMethod = .PUT) async throws -> Int {
        try await TestHTTP.ask(
            scene.server, method, "/api/organizations/acme/invitations/\(mail)", authorization: operatorToken,
            body: method == .PUT ? #"{"role":"member"}"# : nil
        ).status
    }

    private func makeOrganization(_ scene: AppleScene) async throws {
        let made = try await TestHTTP.ask(
            scene.server, .POST, "/api/organizations", authorization: operatorToken,
            body: #"{"id":"acme","name":"Acme"}"#)
        #expect(made.status == 201)
    }

    private func accountCount(_ scene: AppleScene) async throws -> Int? {
        let users = try await TestHTTP.ask(scene.server, .GET, "/api/users", authorization: operatorToken)
        return users.object["users"]?.array?.count
    }

    @Test func `H5: an exchange that takes no new accounts says so, and makes none`() async throws {
        try await AppleScene.run(signUp: .closed) { scene in
            try await makeOrganization(scene)
            #expect(try await invite("ann@example.com", scene) == 200)
            let before = try await accountCount(scene)
            let reply = try await signIn(scene, as: "001.ann", mail: "ann@example.com")
            #expect(reply.status == 403)
            #expect(reply.object["detail"] == "This exchange takes no new accounts.")
            #expect(try await accountCount(scene) == before)
            #expect(scene.apple.control("GET", "counts", [:])["/auth/token"] == nil, "Apple was asked for no tokens")
        }
    }

    @Test func `H5: by invitation an account is made for an invited mail address, which its owner then accepts`()
        async throws
    {
        try await AppleScene.run(signUp: .invitation) { scene in
            try await makeOrganization(scene)
            for mail in [nil, "ann@example.com"] {
                let reply = try await signIn(scene, as: "001.ann", mail: mail)
                #expect(reply.status == 403)
                #expect(reply.object["detail"]?.string?.contains("needs an invitation") == true)
            }
            #expect(try await invite("Ann@Example.com", scene) == 200)
            let unproven = try await signIn(scene, as: "001.ann", mail: "ann@example.com", isVouchedFor: false)
            #expect(unproven.status == 403, "Apple does not vouch for the address")
            let ann = try AccountClient(
                scene.server, try await signIn(scene, as: "001.ann", mail: "ann@example.COM").object)
            #expect(try await ann.ask(.GET, "/api/organizations").object["organizations"]?.array?.isEmpty == true)
            let own = try await ann.ask(.GET, "/api/invitations").object["invitations"]?.array
            #expect(own?.compactMap { $0.object?["organization_id"]?.string } == ["acme"])
            #expect(try await ann.ask(.POST, "/api/invitations/acme/accept").status == 200)
            #expect(try await signIn(scene, as: "001.ann").status == 200, "the account is there")
            #expect(try await signIn(scene, as: "001.eve", mail: "ann@example.com").status == 403, "spent")
        }
    }

    @Test func `H5: an invitation that was withdrawn, or whose maker may no longer invite, makes no account`()
        async throws
    {
        try await AppleScene.run(signUp: .invitation) { scene in
            try await makeOrganization(scene)
            #expect(try await invite("ann@example.com", scene) == 200)
            #expect(try await invite("ANN@example.com", scene, .DELETE) == 204)
            #expect(try await signIn(scene, as: "001.ann", mail: "ann@example.com").status == 403)

            let alice = try await AccountClient.logIn(scene.server, as: "alice")
            let made = try await alice.ask(.POST, "/api/organizations", #"{"name":"Globex"}"#)
            let path = "/api/organizations/" + (made.object["id"]?.string ?? "")
            let mail = path + "/invitations/ann@example.com"
            #expect(try await alice.ask(.PUT, mail, #"{"role":"member"}"#).status == 200)
            #expect(try await alice.ask(.DELETE, path).status == 204)
            #expect(try await signIn(scene, as: "001.ann", mail: "ann@example.com").status == 403)
        }
    }

    @Test func `H5: an open exchange makes an account for each who signs in, and the file says whether it is`()
        async throws
    {
        try await AppleScene.run(signUp: .open) { scene async throws in
            #expect(try await signIn(scene, as: "001.ann").status == 200)
        }
        #expect(ExchangeConfiguration().signUp == .invitation)
        for mode in SignUpMode.allCases {
            let configuration = try ConfigurationFile.parse("sign-up: \(mode.rawValue)", file: "test.yaml")
            #expect(configuration.signUp == mode)
        }
        let error = #expect(throws: ExchangeServerError.self) {
            try ConfigurationFile.parse("sign-up: yes", file: "test.yaml")
        }
        #expect(error?.context.contains("sign-up must be one of open, invitation, closed") == true)
    }
}
