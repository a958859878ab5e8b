import Redaction
import Standins
import Testing
import Verto
import WireJSON

struct EdgePushTests {
    private static let device = String(repeating: "ab", count: 32)

    private func wantsPush(_ login: inout VertoLogin, device: String = device, agent: String = "iOS-mpn-4.1.2") {
        login.userAgent = agent
        login.userVariables = [
            "push_device_token": .string(device), "push_notification_provider": "ios",
            "push_notification_environment": "production",
        ]
    }

    /// A scene in which a phone has told its device and left.
    private func asleep() throws -> (EdgeScene, SceneLogin) {
        var scene = EdgeScene { configuration in
            let key = APNsCredential.make()
            configuration.push = TelnyxPushSettings(
                address: "https://localhost:1", authorityPEM: "", teamID: key.teamID, keyID: key.keyID,
                privateKeyPEM: key.privateKeyPEM.revealed, topic: "app.voip")
        }
        let login = try scene.credential()
        let socket = scene.open()
        scene.logIn(socket, login.credentials) { wantsPush(&$0) }
        scene.close(socket)
        return (scene, login)
    }

    private func metadata(_ push: EdgePush) -> (alert: String?, metadata: JSONObject?) {
        let payload = try? JSONParser.parse(push.payload).object
        return (payload?["aps"]?.object?["alert"]?.string, payload?["metadata"]?.object)
    }

    @Test func `a phone without a socket is pushed in Telnyx's form, and gets its INVITE when it asks for it`() throws {
        var (scene, login) = try asleep()
        let leg = scene.dial(
            login.address,
            ["from_display_name": "Ann", "custom_headers": [["name": "X-Session-Id", "value": "ring-7"]]])
        let push = try #require(scene.pushes.last)
        #expect(push.device == Self.device)
        let (alert, told) = metadata(push)
        #expect(alert == "Incoming call!" && told?["caller_name"] == "Ann")
        #expect(told?["caller_number"] == "+15550100001")
        let edge = try #require(told?["voice_sdk_id"]?.string)
        let call = try #require(told?["call_id"]?.string)
        let phone = scene.open("voice_sdk_id=\(edge)")
        scene.logIn(phone, login.credentials) { $0.isFromPush = true }
        #expect(scene.told(phone).invite == nil, "not before it asks")
        scene.ask(phone, .attachCalls(VertoParameters()))
        let invite = try #require(scene.told(phone).invite)
        #expect(invite.callID == call && invite.customHeaders.first?.value.revealed == "ring-7")
        scene.answer(phone, call)
        #expect(scene.news(of: leg).last == "call.answered")
    }

    @Test func `an address with another edge reaches nothing, and a caller who has gone is an error`() throws {
        var (scene, login) = try asleep()
        let leg = scene.dial(login.address)
        let wrong = scene.open("voice_sdk_id=wrong")
        scene.logIn(wrong, login.credentials) { $0.isFromPush = true }
        #expect(scene.ask(wrong, .attachCalls(VertoParameters()))?.content == .failure(.callDoesNotExist))
        scene.command("hangup", leg)
        #expect(metadata(try #require(scene.pushes.last)).alert == "Missed call!")
        let right = scene.open()
        scene.logIn(right, login.credentials, session: "session-2") { $0.isFromPush = true }
        #expect(scene.ask(right, .attachCalls(VertoParameters()))?.content == .failure(.callDoesNotExist))
    }

    @Test func `a pushed phone declines by its login, and switched off pushes stay off`() throws {
        var (scene, login) = try asleep()
        let leg = scene.dial(login.address)
        let phone = scene.open()
        scene.logIn(phone, login.credentials) {
            $0.isFromPush = true
            $0.loginParameters = ["attach_call": "true", "decline_push": true]
        }
        #expect(scene.leg(leg)?["is_alive"] == false)
        #expect(scene.payload("call.hangup")?["hangup_cause"] == "call_rejected")
        let off = scene.ask(
            phone, .disablePushNotification(VertoPushOptOut(device: ["push_device_token": .string(Self.device)])))
        #expect(off?.extra["method"] == "telnyx_rtc.disable_push_notification")
        scene.close(phone)
        let count = scene.pushes.count
        _ = scene.dial(login.address)
        #expect(scene.pushes.count == count)
    }

    @Test func `an INVITE waits for a phone that sent no push token, unless that is switched off`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        _ = scene.dial(login.address)
        #expect(scene.pushes.isEmpty)
        let phone = scene.phone(login)
        scene.ask(phone, .attachCalls(VertoParameters()))
        #expect(scene.told(phone).invite != nil)
        scene.close(phone)
        scene.control("POST", "switches", ["parks_without_device": false])
        let leg = scene.dial(login.address)
        let late = scene.phone(login, session: "late")
        scene.ask(late, .attachCalls(VertoParameters()))
        let invites = scene.told(late).filter { if case .invite = $0 { true } else { false } }
        #expect(invites.count == 1, "only the call that waits already")
        #expect(scene.leg(leg)?["is_alive"] == true)
    }

    @Test func `pushed devices learn that another device answered`() throws {
        var (scene, login) = try asleep()
        let other = try scene.credential()
        let desk = scene.phone(other, session: "desk")
        _ = scene.dial(login.address, ["to": [.string(login.address), .string(other.address)]])
        #expect(metadata(try #require(scene.pushes.last)).alert == "Incoming call!")
        scene.answer(desk, try #require(scene.told(desk).invite).callID)
        #expect(metadata(try #require(scene.pushes.last)).alert == "Answered Elsewhere")
    }

    @Test func `an edge that restarts forgets waiting calls, and answered calls find their phones again`() throws {
        var scene = EdgeScene()
        let login = try scene.credential()
        let phone = scene.phone(login)
        let leg = scene.dial(login.address)
        scene.answer(phone, try #require(scene.told(phone).invite).callID)
        scene.control("POST", "edge/restart")
        let stale = scene.open("voice_sdk_id=VSDKgone")
        scene.logIn(stale, login.credentials)
        #expect(scene.told(stale).attach == nil, "the old name leads nowhere")
        scene.close(stale)
        let fresh = scene.open()
        scene.logIn(fresh, login.credentials)
        #expect(scene.told(fresh).attach != nil)
        #expect(scene.leg(leg)?["is_alive"] == true)
    }
}
