import CallModel
import ExchangeServer
import RingTime
import Standins
import Testing
import WireJSON

/// A call of the public network: the stand-in for Telnyx carries it.
struct TelnyxCall: CarrierCall {
    let scene: RingScene
    let caller: String
    let session: String
    var legs: [SceneLeg]

    static func ringing(_ scene: RingScene) async throws -> TelnyxCall {
        let known = scene.legs.count { !$0.isIncoming }
        let (caller, session) = try await scene.callIn()
        let legs = try await scene.rungLegs(known + 2).dropFirst(known).sorted { $0.to < $1.to }
        try await scene.isQuiet()
        return TelnyxCall(scene: scene, caller: caller, session: session, legs: legs)
    }

    func answer(_ phone: Int) { scene.act("answer", on: legs[phone].id) }

    func decline(_ phone: Int, isBusy: Bool) {
        scene.act("decline", on: legs[phone].id, ["cause": isBusy ? "user_busy" : "call_rejected"])
    }

    func lose(_ phone: Int) { scene.act("decline", on: legs[phone].id, ["cause": "not_found"]) }
    func hangUp(_ phone: Int) { scene.act("hangup", on: legs[phone].id) }
    func hold(_ phone: Int) { scene.act("hold", on: legs[phone].id) }
    func resume(_ phone: Int) { scene.act("unhold", on: legs[phone].id) }
    func callerHangsUp() { scene.act("hangup", on: caller) }

    // MARK: - Late and doubled

    func answersAgain(_ phone: Int) async throws {
        _ = scene.telnyx.control(
            "POST", "news/again", ["event": "call.answered", "leg": .string(legs[phone].id)])
        try await scene.isQuiet()
    }

    func answersUnheard(_ phone: Int) async throws -> @Sendable () async throws -> Void {
        keeping("call.answered") { answer(phone) }
    }

    func holdsUnheard(_ phone: Int) async throws -> @Sendable () async throws -> Void {
        keeping("call.hold") { hold(phone) }
    }

    func callerHangsUp(asAnswers phone: Int) async throws {
        let arrives = keeping("call.hangup") { callerHangsUp() }
        answer(phone)
        _ = try await scene.until { scene.asked("actions/answer").first { $0.status == 422 } }
        try await arrives()
    }

    private func keeping(_ event: String, _ action: () -> Void) -> @Sendable () async throws -> Void {
        scene.telnyx.set { $0.keptEvents = [event: 1] }
        action()
        return { [scene] in
            _ = scene.telnyx.control("POST", "news/release")
            try await scene.isQuiet()
        }
    }

    // MARK: - Others

    func woken(_ phone: Int) async throws -> any CarrierCall {
        let address = legs[phone].to
        return try await rung(at: phone, address) { () async throws in
            #expect(try await ask("ready", phone)["reply"] == "dialing")
        }
    }

    func ringing(also device: String, after action: () async throws -> Void) async throws -> any CarrierCall {
        try await rung(at: legs.count, RingScene.address(of: device), after: action)
    }

    private func rung(
        at place: Int, _ address: String, after action: () async throws -> Void
    ) async throws -> any CarrierCall {
        let known = Set(scene.legs.map(\.id))
        try await action()
        let leg = try await scene.until { scene.legs.first { $0.to == address && !known.contains($0.id) } }
        var call = self
        call.legs.replaceSubrange(place..<min(place + 1, legs.count), with: [leg])
        return call
    }

    // MARK: - Seeing

    func isJoined(_ phone: Int) async throws {
        _ = try await scene.until { scene.legs.first { $0.id == legs[phone].id && $0.partner == caller } }
        try await scene.isQuiet()
    }

    func isGone(_ phone: Int, _ cause: Int64?) async throws { try await isOver(legs[phone].id) }
    func callerIsGone() async throws { try await isOver(caller) }

    private func isOver(_ leg: String) async throws {
        _ = try await scene.until { scene.legs.first { $0.id == leg && $0.state == "over" } }
        try await scene.isQuiet()
    }

    func leavesMessage(of length: Duration) async throws {
        let before = scene.asked("actions/record_start").count
        ringsOut()
        _ = try await scene.until { scene.asked("actions/record_start").count > before ? true : nil }
        try await scene.isQuiet()
        scene.telnyx.clock.advance(by: length)
        callerHangsUp()
    }
}

extension RingScene {
    /// Returns when the exchange has heard whatever Telnyx has told it.
    func isQuiet() async throws {
        try await until { telnyx.isQuiet ? () : nil }
    }
}
