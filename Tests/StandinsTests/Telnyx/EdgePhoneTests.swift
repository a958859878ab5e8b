import CallModel
import CarillonRTC
import MediaEngine
import NativeMedia
import Redaction
import RingTime
import Standins
import Testing
import WireJSON

/// Our own client as a phone at the edge: real sockets, real media, sound measured on both sides.
@Suite(.timeLimit(.minutes(5))) struct EdgePhoneTests {
    private func play(
        _ change: (inout TelnyxConfiguration) -> Void = { _ in },
        _ body: (TelnyxStandin, NativeMediaEngine, Credentials) async throws -> Void
    ) async throws {
        var configuration = TelnyxConfiguration()
        configuration.connectionUsers = ["desk": "secret"]
        change(&configuration)
        let engine = try NativeMediaEngine()
        let standin = try await TelnyxStandin.start(configuration, at: StandinAddress(isPlain: true))
        do {
            try await body(standin, engine, .password(login: Redacted("desk"), password: Redacted("secret")))
        } catch {
            await standin.stop()
            throw error
        }
        await standin.stop()
    }

    /// A public caller is bridged to a phone that is dialed.
    private func ring(_ standin: TelnyxStandin, _ user: String) throws -> (caller: String, leg: String) {
        let caller = standin.callIn(from: "+15550100001", to: "+15550100002", voice: .tone(440))
        standin.command("answer", caller)
        let dialed = standin.api(
            "POST", "calls",
            [
                "connection_id": "1000000000000000001", "from": "+15550100001",
                "to": .string("sip:\(user)@sip.telnyx.com"), "link_to": .string(caller), "bridge_on_answer": true,
            ])
        return (caller, try #require(dialed["data"]?.object?["call_control_id"]?.string))
    }

    private func talk(
        _ standin: TelnyxStandin, _ phone: TonePhone, _ user: String
    ) async throws -> (call: Call, caller: String, leg: String) {
        try await phone.client.connect()
        var incoming = phone.client.incomingCalls.makeAsyncIterator()
        let (caller, leg) = try ring(standin, user)
        let call = try #require(await incoming.next())
        phone.talk(call)
        try await call.answer()
        await phone.toneSink.awaitTone()
        await standin.waitForTone(TonePhone.voice, on: caller)
        return (call, caller, leg)
    }

    @Test(arguments: [false, true])
    func `a public caller and a phone hear each other, through hold, digits and a socket that is cut`(
        trickles: Bool
    ) async throws {
        try await play { standin, engine, credentials in
            let phone = try TonePhone(standin, engine, credentials, toneSink: 440, trickles: trickles)
            let (call, caller, _) = try await talk(standin, phone, "desk")
            try await call.hold()
            await standin.waitForTone(TonePhone.voice, on: caller, isGone: true)
            try await call.resume()
            await standin.waitForTone(TonePhone.voice, on: caller)
            try await call.sendDTMF("42#")
            #expect(await standin.digits(3, on: caller) == "42#")
            standin.press("7", on: caller)
            for await case .digitReceived(let digit) in call.events {
                #expect(digit == "7")
                break
            }
            // Heard from before the cut on: on a busy machine the phone is back before anyone looks.
            let events = call.events
            standin.cut()
            for await case .stateChanged(let state) in events where state.link.isDown { break }
            for await case .stateChanged(let state) in events where !state.link.isDown { break }
            await phone.toneSink.awaitTone()
            await standin.waitForTone(TonePhone.voice, on: caller)
            standin.hangUp(caller)
            #expect(await call.ends()?.cause == .normalClearing)
            await phone.client.disconnect()
        }
    }

    @Test func `a token opens the edge, a deleted credential does not`() async throws {
        try await play { standin, engine, _ in
            let made = standin.api("POST", "telephony_credentials", ["connection_id": "2"])["data"]?.object
            let id = try #require(made?["id"]?.string)
            let token = try #require(standin.api("POST", "telephony_credentials/\(id)/token")["data"]?.string)
            let phone = try TonePhone(standin, engine, .token(Redacted(token)), toneSink: 440)
            let (call, _, _) = try await talk(standin, phone, made?["sip_username"]?.string ?? "")
            await call.hangUp()
            await phone.client.disconnect()
            #expect(standin.control("GET", "legs")["legs"]?.array?.count == 2)
            standin.api("DELETE", "telephony_credentials/\(id)")
            let late = try TonePhone(standin, engine, .token(Redacted(token)), toneSink: 440)
            await #expect(throws: ClientError.self) { try await late.client.connect() }
        }
    }

    @Test(arguments: [AudioCodec.opus, .pcmu, .pcma])
    func `a phone calls out without parking, hears it ring and then the answer, in every codec`(
        codec: AudioCodec
    ) async throws {
        try await play {
            $0.parksOutboundCalls = false
        } _: { standin, engine, credentials in
            standin.put(TelnyxFarEnd(voice: .tone(620), soundsEarly: true), at: "+15550100077")
            let phone = try TonePhone(standin, engine, credentials, toneSink: 440)
            try await phone.client.connect()
            var options = phone.options
            options.preferredCodecs = [codec]
            let call = try await phone.client.dial("+15550100077", options)
            await phone.toneSink.awaitTone()
            let far = try #require(standin.liveLegs.last?["call_control_id"]?.string)
            // Only now, so that a slow machine has heard it ring.
            _ = standin.control("POST", "legs/\(far)/answer")
            _ = await call.reaches { $0.progress == .active }
            await standin.waitForTone(TonePhone.voice, on: far)
            await phone.toneSink.awaitTone(isGone: true)
            let toneSink = TonePhone.ToneSink(620)
            call.setAudioSink(toneSink)
            await toneSink.awaitTone()
            await call.hangUp()
            await phone.client.disconnect()
        }
    }

    @Test func `a phone calls out, is parked, and talks to the number that a command dials for it`() async throws {
        try await play { standin, engine, credentials in
            standin.put(TelnyxFarEnd(answersAfter: .zero, voice: .tone(440)), at: "+15550100077")
            let phone = try TonePhone(standin, engine, credentials, toneSink: 440, tones: .signaling)
            try await phone.client.connect()
            let call = try await phone.client.dial("+15550100077", phone.options)
            _ = await call.reaches { $0.progress == .ringing }
            let parked = try #require(standin.liveLegs.last?["call_control_id"]?.string)
            let dialed = standin.api(
                "POST", "calls",
                [
                    "connection_id": "1000000000000000001", "from": "+15550100050", "to": "+15550100077",
                    "link_to": .string(parked), "bridge_on_answer": true,
                ])
            let far = try #require(dialed["data"]?.object?["call_control_id"]?.string)
            await standin.waitForTone(TonePhone.voice, on: far)
            await phone.toneSink.awaitTone()
            try await call.sendDTMF("19")
            #expect(await standin.digits(2, on: far) == "19", "by a message; elsewhere they go as RFC 4733 has it")
            standin.hangUp(far)
            #expect(await call.ends()?.cause == .normalClearing)
            await phone.client.disconnect()
        }
    }

    @Test func `a file on this machine is played as it is`() async throws {
        try await play { standin, _, _ in
            let first = standin.callIn(from: "+15550100001", to: "+15550100002", voice: .tone(620))
            standin.command("answer", first)
            standin.command("record_start", first, ["format": "wav", "channels": "single"])
            standin.clock.advance(by: .seconds(5))
            standin.command("record_stop", first)
            standin.clock.advance(by: .seconds(1))
            let list = standin.api("GET", "recordings")["data"]?.array
            let address = try #require(list?.first?.object?["download_urls"]?.object?["wav"]?.string)
            let second = standin.callIn(from: "+15550100001", to: "+15550100002", voice: .silence)
            standin.command("answer", second)
            standin.command("playback_start", second, ["audio_url": .string(address)])
            await standin.waitForTone(620, on: second)
            standin.clock.advance(by: .seconds(5))
            await standin.waitForTone(620, on: second, isGone: true)
        }
    }

    @Test func `two phones of one edge hear each other`() async throws {
        try await play {
            $0.connectionUsers["shop"] = "secret"
            $0.parksOutboundCalls = false
        } _: { standin, engine, credentials in
            let desk = try TonePhone(standin, engine, credentials, toneSink: 700)
            let shop = try TonePhone(
                standin, engine, .password(login: Redacted("shop"), password: Redacted("secret")),
                toneSink: TonePhone.voice)
            try await desk.client.connect()
            try await shop.client.connect()
            var incoming = shop.client.incomingCalls.makeAsyncIterator()
            let call = try await desk.client.dial("shop", desk.options)
            let other = try #require(await incoming.next())
            other.setAudioSource(ToneGenerator(frequency: 700))
            other.setAudioSink(shop.toneSink)
            try await other.answer()
            await desk.toneSink.awaitTone()
            await shop.toneSink.awaitTone()
            await other.hangUp()
            #expect(await call.ends()?.cause == .normalClearing)
            await desk.client.disconnect()
            await shop.client.disconnect()
        }
    }

    @Test func `Telnyx pushes through Apple's stand-in, in its own form`() async throws {
        let apns = try await APNsStandin.start()
        let device = String(repeating: "cd", count: 32)
        apns.register(APNsDevice(token: device, topics: ["org.example.app.voip"]))
        try await play {
            $0.push = TelnyxPushSettings(apns, bundle: "org.example.app")
        } _: { standin, engine, credentials in
            var pushes = apns.pushes().makeAsyncIterator()
            var configuration = ClientConfiguration(
                url: try SignalingURL(standin.edgeURL), credentials: credentials, dialect: .telnyx)
            // Pushed though it has a socket, so that nothing depends on when that is gone.
            configuration.userVariables = [
                ("push_device_token", device), ("push_notification_provider", "ios"), ("push_when_active", "true"),
            ]
            let client = try CarillonClient(
                configuration, ports: ClientPorts(media: engine, clock: UnhurriedClock()))
            try await client.connect()
            let (_, leg) = try ring(standin, "desk")
            let push = try #require(await pushes.next())
            let payload = try #require(try JSONParser.parse(push.payload).object)
            #expect(payload["aps"]?.object?["alert"] == "Incoming call!")
            #expect(payload["metadata"]?.object?["caller_number"] == "+15550100001")
            #expect(push.topic == "org.example.app.voip" && push.device == device)
            standin.command("hangup", leg)
            await client.disconnect()
        }
        await apns.stop()
    }
}
