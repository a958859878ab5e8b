import CallModel
import Crypto
import ExchangeCarrier
import ExchangeStorage
import Foundation
import Redaction
import RingCore

/// An account, a call and orders for it, as a ring session gives them.
enum TelnyxSample {
    static let now = Duration.seconds(1_700_000_000)
    static let id = CallSessionID(UUIDValue(high: 7, low: 1))
    static let leg = LegID(session: id, ordinal: 1)
    static let other = LegID(session: id, ordinal: 2)
    /// The seed of the vector that Telnyx's own client accepts.
    static let signing = try? Curve25519.Signing.PrivateKey(rawRepresentation: Data(0..<32))

    static let settings: TelnyxSettings = {
        var settings = TelnyxSettings(
            key: "key", webhookKey: "A6EHv/POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg=", connection: "1234567890",
            from: "+15550100", stateKey: Redacted(Array(0..<32)))
        settings.greetingAddress = "https://example.com/greeting.mp3"
        settings.holdAddress = "https://example.com/hold.mp3"
        settings.ringbackAddress = "https://example.com/ringback.mp3"
        return settings
    }()

    static func session(devices: Int = 1) -> (RingSession, [RingEffect]) {
        var effects: [RingEffect] = []
        let call = InboundCall(
            session: id, organization: OrganizationID("o"), parent: CarrierLegID("v3:parent"),
            devices: (1...devices).map { DeviceCandidate(DeviceID("d\($0)"), of: UserID("u"), hasPush: false) })
        return (RingSession.open(call, at: now, into: &effects), effects)
    }

    /// Once both legs have Telnyx's name.
    static func dialedSession() -> RingSession {
        var (session, effects) = session(devices: 2)
        session.handle(.carrier(.initiated(leg, as: CarrierLegID("v3:leg"))), at: now, into: &effects)
        session.handle(.carrier(.initiated(other, as: CarrierLegID("v3:other"))), at: now, into: &effects)
        return session
    }

    /// A call that a user makes out, in which the two talk.
    static func callOut() -> RingSession {
        var effects: [RingEffect] = []
        let call = InboundCall(
            session: id, organization: OrganizationID("o"), parent: CarrierLegID("v3:parent"),
            devices: [
                DeviceCandidate(DeviceID("out"), of: UserID("u"), reach: .callee, hasPush: false, hasChannel: false)
            ], outbound: OutboundCall(by: UserID("u"), from: DeviceID("d1")))
        var session = RingSession.open(call, at: now, into: &effects)
        for news in [
            CarrierEvent.initiated(leg, as: CarrierLegID("v3:leg")), .answered(.leg(leg)), .answered(.parent),
            .bridged(.leg(leg)),
        ] {
            session.handle(.carrier(news), at: now, into: &effects)
        }
        return session
    }

    static func order(_ command: CarrierCommand, purpose: CommandPurpose, epoch: UInt32 = 0) -> CarrierOrder? {
        let name = RingCommandID(session: id, ordinal: 1, epoch: epoch, purpose: purpose, attempt: 1)
        return CarrierOrder(command, name, of: dialedSession())
    }

    static let everyOrder: [(CarrierCommand, CommandPurpose)] = [
        (.dial(leg, timeout: .seconds(32)), .dial), (.answer(.parent), .answer), (.answer(.leg(leg)), .answer),
        (.bridge(leg, records: true), .bridge),
        (.bridge(leg, records: false), .bridge), (.rebridge(leg), .bridge), (.consult(leg, other), .consult),
        (.barge(leg, timeout: .seconds(32)), .dial), (.play(.playHold), .playHold),
        (.hangUp(.leg(leg), .answeredElsewhere), .hangUp),
        (.hangUp(.parent, .busy), .hangUp), (.hangUp(.parent, .noAnswer), .hangUp), (.reject(.busy), .hangUp),
        (.reject(.noAnswer), .hangUp), (.look(.leg(leg)), .look),
        (.look(.parent), .look), (.confirm(leg), .confirm), (.play(.playRingback), .playRingback),
        (.play(.playGreeting), .playGreeting), (.play(.speakGreeting), .speakGreeting),
        (.play(.playApology), .playApology), (.stopPlayback, .stopPlayback),
        (.recordMessage(max: .seconds(180)), .recordMessage), (.stopRecording, .stopRecording),
        (.play(.announceRecording), .announceRecording), (.recordConversation, .recordConversation),
        (.pauseRecording, .pauseRecording), (.resumeRecording, .resumeRecording),
    ]

    static let everyCredentialRequest: [TelnyxRequest] = [
        TelnyxCredentials.issue(connection: "2", name: "d1/acme/1", expiresAt: 1_800_000_000_000_000),
        TelnyxCredentials.list(named: "d1/acme/1"), TelnyxCredentials.show("an-id"), TelnyxCredentials.delete("an-id"),
        TelnyxCredentials.token(of: "an-id"),
    ]

    static func request(
        _ command: CarrierCommand, _ purpose: CommandPurpose, epoch: UInt32 = 0,
        settings: TelnyxSettings = Self.settings
    ) -> TelnyxRequest? {
        order(command, purpose: purpose, epoch: epoch).flatMap {
            TelnyxRequest($0, destination: TelnyxDestination("sip:gencred1@sip.telnyx.com"), settings: settings)
        }
    }
}
