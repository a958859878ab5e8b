import Standins
import Testing
import WireJSON

struct APNsRulesTests {
    @Test(arguments: [
        ("apns-topic", "", "400 MissingTopic"),
        ("apns-topic", "com.example phone.voip", "400 BadTopic"),
        ("apns-topic", "com.example.phone", "400 InvalidPushType"),
        ("apns-push-type", "alert", "400 InvalidPushType"),
        ("apns-push-type", "telegram", "400 InvalidPushType"),
        ("apns-priority", "7", "400 BadPriority"),
        ("apns-expiration", "-1", "400 BadExpirationDate"),
        ("apns-expiration", "soon", "400 BadExpirationDate"),
        ("apns-id", "A1111111-2222-3333-4444-555555555555", "400 BadMessageId"),
        ("apns-id", "17", "400 BadMessageId"),
        ("apns-collapse-id", String(repeating: "ä", count: 33), "400 BadCollapseId"),
    ])
    func `a header that says something wrong is refused with its reason`(name: String, value: String, outcome: String)
        throws
    {
        var scene = try APNsStandinScene()
        #expect(scene.send(scene.push(try scene.token(), with: [name: value])) == outcome)
        #expect(scene.machine.pushes.total == 0)
    }

    @Test func `method, path and device token are looked at before the provider token`() throws {
        var scene = try APNsStandinScene()
        var request = scene.push(nil)
        request.method = "GET"
        #expect(scene.send(request) == "405 MethodNotAllowed")
        request = scene.push(nil)
        request.path = "/4/device/\(APNsStandinScene.device)"
        #expect(scene.send(request) == "404 BadPath")
        #expect(scene.send(scene.push(nil, device: "")) == "400 MissingDeviceToken")
        #expect(scene.send(scene.push(nil, device: "xyz")) == "400 BadDeviceToken")
        #expect(scene.send(scene.push(nil)) == "403 MissingProviderToken")
    }

    @Test func `a header that comes twice is refused`() throws {
        var scene = try APNsStandinScene()
        let request = scene.push(try scene.token(), more: [APNsHeader("apns-priority", "5")])
        #expect(scene.send(request) == "400 DuplicateHeaders")
    }

    @Test func `a VoIP payload may have 5,120 bytes, any other 4,096`() throws {
        var scene = try APNsStandinScene { $0.acceptsUnknownDevices = true }
        let token = try scene.token()
        func body(_ count: Int) -> String { #"{"x":"\#(String(repeating: "y", count: count - 8))"}"# }
        let alert = ["apns-topic": "com.example.phone", "apns-push-type": "alert"]
        let other = String(repeating: "b2", count: 32)
        #expect(scene.send(scene.push(token, body: body(5_120))) == "200")
        #expect(scene.send(scene.push(token, body: body(5_121))) == "413 PayloadTooLarge")
        #expect(scene.send(scene.push(token, device: other, body: body(4_096), with: alert)) == "200")
        #expect(scene.send(scene.push(token, device: other, body: body(4_097), with: alert)) == "413 PayloadTooLarge")
        #expect(scene.send(scene.push(token, body: "")) == "400 PayloadEmpty")
        #expect(scene.send(scene.push(token, body: "no JSON")) == "400 PayloadEmpty")
    }

    @Test func `a device is known in its environment, for its topics, until it is gone`() throws {
        var scene = try APNsStandinScene { $0.topics = [APNsStandinScene.topic, "com.example.second.voip"] }
        let token = try scene.token()
        let stranger = String(repeating: "cc", count: 32)
        #expect(scene.send(scene.push(token, device: stranger)) == "400 BadDeviceToken")
        scene.machine.register(APNsDevice(token: stranger, environment: .sandbox))
        #expect(scene.send(scene.push(token, device: stranger)) == "400 BadDeviceToken")
        let second = ["apns-topic": "com.example.second.voip"]
        #expect(scene.send(scene.push(token, with: second)) == "400 DeviceTokenNotForTopic")
        #expect(scene.send(scene.push(token, with: ["apns-topic": "com.example.x.voip"])) == "400 TopicDisallowed")
        let gone = scene.now - .milliseconds(1_500)
        scene.machine.unregister(APNsStandinScene.device.uppercased(), at: gone)
        let answer = scene.machine.handle(scene.push(token), on: 1, at: scene.now).answer
        #expect(answer.status == 410)
        #expect(answer.body?.jsonText == #"{"reason":"Unregistered","timestamp":1799999998500}"#)
    }

    @Test func `a device that is pushed to too often is protected`() throws {
        var scene = try APNsStandinScene { $0.deviceRate = StandinRate(2, per: .seconds(10)) }
        let push = scene.push(try scene.token())
        #expect(scene.send(push) == "200")
        scene.wait(.seconds(6))
        #expect(scene.send(push) == "200")
        #expect(scene.send(push) == "429 TooManyRequests")
        scene.wait(.seconds(4))
        #expect(scene.send(push) == "200")
    }

    @Test func `an identifier is echoed, and made when none came`() throws {
        var scene = try APNsStandinScene { $0.environment = .sandbox }
        let token = try scene.token()
        let own = "aaaaaaaa-bbbb-cccc-dddd-eeeeeeeeeeee"
        let echoed = scene.machine.handle(scene.push(token, with: ["apns-id": own]), on: 1, at: scene.now).answer
        #expect(echoed.id == own)
        #expect(echoed.uniqueID == "11111111-2222-3333-4444-555555555555")
        let made = scene.machine.handle(scene.push(token), on: 1, at: scene.now).answer
        #expect(made.id == "11111111-2222-3333-4444-555555555555")
    }
}
