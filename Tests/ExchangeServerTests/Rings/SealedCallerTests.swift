import CallModel
import CallerSealing
import ExchangeCore
import ExchangeServer
import Foundation
import NIOHTTP1
import PushPayload
import Redaction
import Standins
import Testing
import WireJSON

/// Who calls is told an app in words that only the device reads.
@Suite(.timeLimit(.minutes(5))) struct SealedCallerTests {
    private static let key = CallerSeal.freshKey()
    private static let device = "bob-account"

    private static func base64(_ key: Redacted<[UInt8]>) -> String { Data(key.revealed).base64EncodedString() }

    /// Registers a push token that tells the device, and a key with it.
    private static func register(
        _ account: AccountClient, key: Redacted<[UInt8]>?, device: String = device
    ) async throws {
        var body: JSONObject = [
            "tokens": [
                [
                    "kind": "apns_voip", "token": .string(RingScene.tokenText(device)),
                    "environment": "production", "topic": .string(RingScene.topic),
                ]
            ]
        ]
        body["push_key"] = key.map { .string(base64($0)) }
        let reply = try await account.ask(.POST, "/api/device-tokens", JSONValue.object(body).jsonText)
        #expect(reply.status == 200, "\(reply.text)")
    }

    /// alice dials bob, whose app is asleep; what its device is pushed.
    private static func ring(
        _ scene: RingScene, _ name: String, as login: String = "alice1", password: String = "alice1-secret"
    ) async throws -> IncomingPush {
        let alice = try await TestClient.connect(to: scene.server)
        try await alice.logIn(.telnyx, as: login, password: password, session: name)
        let known = scene.apns.received.count
        _ = try await alice.dial("bob", callID: name, .telnyx)
        let push = try await scene.until {
            scene.apns.received.dropFirst(known).compactMap { RungPush($0) }.last {
                $0.type == "call" && $0.token == RingScene.tokenText(device)
            }
        }
        alice.bye(name, .telnyx)
        _ = try await scene.until {
            scene.apns.received.contains { RungPush($0)?.type == "ended" && RungPush($0)?.session == push.session }
                ? true : nil
        }
        return IncomingPush(bytes: Array(push.text.utf8))
    }

    private static func open(_ push: IncomingPush, _ key: Redacted<[UInt8]>) -> CallerDetails? {
        guard let sealed = push.sealedCaller, let call = push.callSession else { return nil }
        return CallerSeal(key: key)?.open(sealed, for: call)
    }

    private static func isPlain(_ push: IncomingPush) -> Bool {
        push.callerName != nil || push.callerNumber != nil || push.calledNumber != nil || push.organizationName != nil
            || push.callerPicture != nil
    }

    @Test func `a device with a key reads name, numbers and organisation, and the push tells them no one else`()
        async throws
    {
        try await RingScene.play { configuration in
            // Who allows plain text allows it to those who have no key.
            configuration.pushIncludesCaller = true
            configuration.users[0].organizations = ["acme"]
            configuration.users[1].organizations = ["acme"]
        } _: { scene in
            let bob = try await AccountClient.logIn(scene.server, as: "bob")
            try await Self.register(bob, key: Self.key)
            let push = try await Self.ring(scene, "c")
            let caller = try #require(Self.open(push, Self.key))
            #expect(caller.name == "User alice" && caller.number == "1001" && caller.called == "bob")
            #expect(!Self.isPlain(push))
        }
    }

    @Test func `the picture's address comes sealed, as it is when it rings, and no word of it in plain text`()
        async throws
    {
        try await RingScene.play { configuration in
            configuration.pushIncludesCaller = true
            configuration.users[0].picture = "https://example.org/alice.jpg"
        } _: { scene in
            let bob = try await AccountClient.logIn(scene.server, as: "bob")
            try await Self.register(bob, key: Self.key)
            let push = try await Self.ring(scene, "c")
            #expect(Self.open(push, Self.key)?.picture == "https://example.org/alice.jpg")
            #expect(!Self.isPlain(push))
        }
    }

    @Test func `the picture of a caller who is no colleague is not told`() async throws {
        try await RingScene.play { configuration in
            configuration.calling.allowsAcrossOrganizations = true
            configuration.users[0].picture = "https://example.org/alice.jpg"
            configuration.users[0].organizations = ["acme"]
            configuration.users[1].organizations = ["globex"]
        } _: { scene in
            let bob = try await AccountClient.logIn(scene.server, as: "bob")
            try await Self.register(bob, key: Self.key)
            let stranger = try #require(Self.open(try await Self.ring(scene, "c"), Self.key))
            #expect(stranger.name == "alice" && stranger.picture == nil)
        }
    }

    @Test func `the name of the organisation comes sealed too`() async throws {
        try await RingScene.play { scene in
            let alice = try await AccountClient.logIn(scene.server, as: "alice")
            let made = try await alice.ask(.POST, "/api/organizations", #"{"name":"Acme & Söhne"}"#)
            let organization = try #require(made.object["id"]?.string, "\(made.text)")
            let invitation = "/api/organizations/\(organization)/invitations/bob"
            _ = try await alice.ask(.PUT, invitation, #"{"role":"member"}"#)
            let bob = try await AccountClient.logIn(scene.server, as: "bob")
            #expect(try await bob.ask(.POST, "/api/invitations/\(organization)/accept").status == 200)
            try await Self.register(bob, key: Self.key)
            // A call is of the organization whose credentials place it.
            let given = try await alice.ask(.POST, "/api/device-tokens", #"{"tokens":[],"credentials":true}"#)
            let issued = try #require(
                given.object["credentials"]?.array?.compactMap(\.object).first {
                    $0["organization_id"]?.string == organization
                }, "\(given.text)")
            let push = try await Self.ring(
                scene, "c", as: issued["sip_username"]?.string ?? "", password: issued["sip_password"]?.string ?? "")
            #expect(Self.open(push, Self.key)?.organization == "Acme & Söhne")
            #expect(push.organization == organization && push.organizationName == nil)
        }
    }

    @Test func `a key that is replaced opens nothing any more, and one of a former session is gone`() async throws {
        try await RingScene.play { scene in
            let bob = try await AccountClient.logIn(scene.server, as: "bob")
            try await Self.register(bob, key: Self.key)
            let next = CallerSeal.freshKey()
            try await Self.register(bob, key: next)
            let push = try await Self.ring(scene, "c")
            #expect(Self.open(push, Self.key) == nil)
            #expect(Self.open(push, next)?.name == "User alice")

            _ = try await AccountClient.logIn(scene.server, as: "bob")
            let bare = try await Self.ring(scene, "d")
            #expect(bare.sealedCaller == nil && !Self.isPlain(bare))
        }
    }

    @Test(arguments: [true, false])
    func `without a key a push tells who calls only where the operator allows it`(tells: Bool) async throws {
        try await RingScene.play { configuration in
            configuration.pushIncludesCaller = tells
        } _: { scene in
            let bob = try await AccountClient.logIn(scene.server, as: "bob")
            try await Self.register(bob, key: nil)
            let push = try await Self.ring(scene, "c")
            #expect(push.sealedCaller == nil && Self.isPlain(push) == tells)
            #expect(push.callSession != nil && push.deadline != nil, "it can be rung for all the same")
        }
    }

    @Test func `a key outlives a restart of the exchange, sealed, and goes with its device`() async throws {
        let folder = try Scratch()
        defer { folder.remove() }
        try await RingScene.play(database: folder.path) { scene in
            let bob = try await AccountClient.logIn(scene.server, as: "bob")
            try await Self.register(bob, key: Self.key)
            try await scene.succeeded(in: folder) { next in
                let push = try await Self.ring(next, "c")
                #expect(Self.open(push, Self.key)?.name == "User alice")
            }
        }
        #expect(Data(try folder.bytes()).range(of: Data(Self.key.revealed)) == nil, "it is stored sealed")
    }

    @Test(arguments: [
        "", "AAAA", "not base64 at all, though of the right length!!", String(repeating: "A", count: 43) + "B",
    ])
    func `a text that is no key of 32 bytes is refused, and the answer names the place`(text: String) async throws {
        try await TestExchange.run { server in
            let bob = try await AccountClient.logIn(server, as: "bob")
            let reply = try await bob.ask(.POST, "/api/device-tokens", #"{"tokens":[],"push_key":"\#(text)"}"#)
            #expect(reply.status == 422 && reply.text.contains("body.push_key must be base64 of 32 bytes"))
        }
    }
}
