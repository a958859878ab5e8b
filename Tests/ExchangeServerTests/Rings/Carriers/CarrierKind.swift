import ExchangeServer
import Redaction
import RingCore
import RingTime
import Standins
import Testing
import WireJSON

/// Who can carry a call to a number: both sit behind one port, and pass the same scenarios.
enum CarrierKind: CaseIterable, Sendable {
    /// Who sends the INVITE, as pushes, status and news say it.
    var provider: String { self == .telnyx ? "carrier" : "exchange" }

    /// The stand-in for Telnyx: what happens is told by webhook.
    case telnyx
    /// The exchange's own gateway: phones are rung over their sockets.
    case gateway

    /// What changes the plain scene.
    struct Setting {
        var database: String?
        /// Takes messages of callers who are not answered.
        var hasVoicemail = false
        var change: (inout ExchangeConfiguration) throws -> Void = { _ in }
    }

    /// Plays a scene in which no time passes unless the test lets it.
    func play(_ setting: Setting = Setting(), _ body: (RingScene) async throws -> Void) async throws {
        try await RingScene.play(database: setting.database, clock: JumpClock(isStanding: true)) { configuration in
            configuration.telnyx?.numbers[0].policy.hasVoicemail = setting.hasVoicemail
            if setting.hasVoicemail {
                configuration.voicemail = VoicemailSettings()
                configuration.users[0].hasVoicemail = true
            }
            // The device that is brought into a call later.
            configuration.users[1].devices[1].telnyxAddress = Redacted(RingScene.address(of: "bob-desk"))
            try setting.change(&configuration)
        } _: { scene in
            try await body(scene)
        }
    }

    /// Plays a scene with a call that rings both of alice's phones.
    func ringing(_ setting: Setting = Setting(), _ body: (any CarrierCall) async throws -> Void) async throws {
        try await play(setting) { scene in
            try await body(try await ring(scene))
        }
    }

    /// A caller dials alice's number, and both of her phones ring.
    func ring(_ scene: RingScene) async throws -> any CarrierCall {
        switch self {
        case .telnyx: try await TelnyxCall.ringing(scene)
        case .gateway: try await GatewayCarrierCall.ringing(scene)
        }
    }

    /// A caller dials alice's number while her phones sleep, so that only pushes reach them.
    func ringAsleep(_ scene: RingScene) async throws -> any CarrierCall {
        switch self {
        case .telnyx:
            let call = try await TelnyxCall.ringing(scene)
            for phone in 0...1 { call.lose(phone) }
            try await scene.isQuiet()
            return call
        case .gateway: return try await GatewayCarrierCall.ringingAsleep(scene)
        }
    }

    /// A caller dials alice's number; returns without waiting for phones to ring.
    func place(_ scene: RingScene) async throws -> PlacedCall {
        switch self {
        case .telnyx:
            let caller = scene.telnyx.callIn(from: "+15550100001", to: RingScene.number)
            return PlacedCall {
                scene.act("hangup", on: caller)
            } isOver: {
                _ = try await scene.until { scene.legs.first { $0.id == caller && $0.state == "over" } }
            }
        case .gateway:
            let caller = try await scene.phone("bob-phone")
            _ = try await caller.dial(RingScene.number, callID: "c", .telnyx)
            return PlacedCall {
                caller.bye("c", .telnyx)
            } isOver: {
                try await caller.passOver { $0["id"] == "bye" || $0["method"] == "telnyx_rtc.bye" }
            }
        }
    }
}

/// A call of which only the caller's leg is known yet.
struct PlacedCall: Sendable {
    let hangUp: @Sendable () -> Void
    /// Returns when the carrier has let the caller go.
    let isOver: @Sendable () async throws -> Void
}
