import CallModel
import CarillonRTC
import MediaEngine
import NativeMedia
import PhoneCore
import PhoneKit
import PhoneSignaling
import PushPayload
import Redaction
import Standins
import Testing
import WireJSON

/// The phone's registration at the carrier, against the edge of its stand-in: real sockets, real media.
@MainActor
@Suite(.timeLimit(.minutes(5)))
struct CarrierEdgeTests {
    private static let carrier = RegistrationID(OrganizationID("acme"), .carrier)
    private static let token = DevicePushToken(Redacted(String(repeating: "ab", count: 32)))
    private static let voice = 1_000

    /// A stand-in at which what waits is reached over its edge alone, and a phone with a token for it.
    private func play(
        _ body: (TelnyxStandin, PhoneSignaling, EventLog, _ user: String) async throws -> Void
    ) async throws {
        var configuration = TelnyxConfiguration()
        configuration.switches.parkedNeedsEdge = true
        let standin = try await TelnyxStandin.start(configuration, at: StandinAddress(isPlain: true))
        let made = standin.api("POST", "telephony_credentials", ["connection_id": "2"])["data"]?.object
        let (id, user) = (made?["id"]?.string ?? "", made?["sip_username"]?.string ?? "")
        let token = standin.api("POST", "telephony_credentials/\(id)/token")["data"]?.string ?? ""
        let credentials = GivenCredentials(
            PhoneCredentials(address: standin.edgeURL, proof: .token(Redacted(token))))
        let engine = try NativeMediaEngine()
        let sound = FixedAudioDevice(microphone: ToneGenerator(frequency: Double(Self.voice)), speaker: nil)
        var parts = SignalingDependencies(credentials: credentials, sound: sound) { engine }
        parts.carrierSettings.media.localAddresses = ["127.0.0.1"]
        let (signaling, log) = (PhoneSignaling(parts), EventLog())
        signaling.sink = log
        do { try await body(standin, signaling, log, user) } catch {
            await standin.stop()
            throw error
        }
        signaling.perform(.disconnect(Self.carrier))
        await standin.stop()
    }

    /// A public caller, and the leg by which the exchange has the phone rung for it.
    private func ring(_ user: String, _ session: CallSessionID, at standin: TelnyxStandin) -> String {
        let caller = standin.callIn(from: "+15550100001", to: "+15550100002", voice: .tone(440))
        standin.command("answer", caller)
        _ = standin.api(
            "POST", "calls",
            [
                "connection_id": "1000000000000000001", "from": "+15550100001",
                "to": .string("sip:\(user)@sip.telnyx.com"), "link_to": .string(caller), "bridge_on_answer": true,
                "custom_headers": [["name": "X-Session-Id", "value": .string("\(session)")]],
            ])
        return caller
    }

    @Test func `a call that the carrier's own push announced is fetched over its edge, taken, heard and hung up`()
        async throws
    {
        try await play { standin, signaling, log, user in
            // From its first login on the carrier knows the phone's push token; then the phone is gone.
            signaling.perform(.connect(Self.carrier, CarrierLogin(token: Self.token)))
            await log.next(.signaling(Self.carrier, .ready))
            standin.punt(user)
            _ = await log.next { event -> Bool? in
                if case .signaling(Self.carrier, .disconnected) = event { true } else { nil }
            }
            let session = CallSessionID(.random(high: 3, low: 4))
            let caller = ring(user, session, at: standin)
            let push = try #require(standin.pushes.last)
            #expect(push.device == Self.token.digits.revealed)
            guard case .call(let call) = PushNotice(IncomingPush(.object(push.payload))) else {
                return #expect(Bool(false))
            }
            #expect(call.session == session && call.provider == .carrier && call.vendor != nil)
            let edge = try #require(call.edge)

            signaling.perform(
                .connect(Self.carrier, CarrierLogin(via: edge, fetchesCalls: true, token: Self.token)))
            let (line, invitation) = await log.next { event -> (LineID, IncomingInvite)? in
                guard case .line(let line, .invited(let invitation)) = event else { return nil }
                return (line, invitation)
            }
            #expect(invitation.registration == Self.carrier)
            #expect(invitation.session == session && invitation.vendor == call.vendor)
            signaling.perform(.answer(line))
            signaling.startAudio(of: line)
            await standin.waitForTone(Self.voice, on: caller)
            signaling.perform(.hold(line, true))
            await standin.waitForTone(Self.voice, on: caller, isGone: true)
            signaling.perform(.hold(line, false))
            await standin.waitForTone(Self.voice, on: caller)
            signaling.perform(.renew(Self.carrier))
            await log.next(.signaling(Self.carrier, .reconnecting))
            await log.next(.signaling(Self.carrier, .ready))
            await standin.waitForTone(Self.voice, on: caller)
            signaling.perform(.hangUp(line))
            let ending = await log.next { event -> Ending? in
                if case .line(line, .ended(let ending, _)) = event { ending } else { nil }
            }
            #expect(ending.reason == .completed)
        }
    }

    @Test func `a credential that was deleted at the carrier is refused with that reason`() async throws {
        try await play { standin, signaling, log, _ in
            let made = standin.control("GET", "credentials")["credentials"]?.array?.first?.object?["id"]?.string
            standin.api("DELETE", "telephony_credentials/\(made ?? "")")
            signaling.perform(.connect(Self.carrier, CarrierLogin()))
            await log.next(.signaling(Self.carrier, .disconnected(.refused)))
        }
    }
}
