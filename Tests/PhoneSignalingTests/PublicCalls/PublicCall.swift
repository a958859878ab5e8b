import CallModel
import DeviceRuntime
import ExchangeServer
import Foundation
import LivePhones
import PhoneCore
import RingCore
import Standins
import Testing
import WireJSON

/// A call of the public network to bob, and what those outside do in it.
@MainActor
struct PublicCall {
    let scene: PublicScene
    /// The caller's leg.
    let caller: String
    /// What the exchange calls it.
    let session: String

    /// Whom the exchange rings for it.
    enum Device: Hashable {
        /// Bob's phone, with the whole app on it.
        case phone
        case desk
        case colleague
    }

    private var phone: LivePhone { scene.phone }
    private var telnyx: TelnyxStandin { scene.telnyx }

    // MARK: - Legs

    /// The leg by which a device was rung last.
    func leg(_ device: Device) throws -> String { try #require(scene.newestLeg(of: device)) }

    func answers(_ device: Device) throws { act("answer", on: try leg(device)) }

    func declines(_ device: Device, _ cause: String = "call_rejected") throws {
        act("decline", on: try leg(device), ["cause": .string(cause)])
    }

    func callerHangsUp() { telnyx.hangUp(caller) }

    /// Something happens at the far side of a leg.
    func act(_ action: String, on leg: String, _ body: JSONObject = [:]) {
        _ = telnyx.control("POST", "legs/\(leg)/\(action)", body)
    }

    func isAlive(_ leg: String) -> Bool {
        telnyx.liveLegs.contains { $0["call_control_id"]?.string == leg }
    }

    /// A device is rung no more, or has left.
    func isLeft(by device: Device) async throws {
        let leg = try leg(device)
        let isGone = try await phone.passes { !isAlive(leg) }
        #expect(isGone, "\(device)")
    }

    /// Caller and device are joined, and the exchange has heard of it.
    func isJoined(with device: Device) async throws {
        let leg = try leg(device)
        let isJoined = try await phone.passes {
            telnyx.liveLegs.contains {
                $0["call_control_id"]?.string == leg && $0["bridged_with"]?.string == caller
            }
        }
        #expect(isJoined, "\(device)")
        try await scene.isQuiet()
    }

    // MARK: - News of the carrier

    /// Takes a step whose events of one kind stay on their way; the returned function lets them arrive.
    func keeping(
        _ event: String, _ action: () async throws -> Void
    ) async throws -> () async throws -> Void {
        telnyx.set { $0.keptEvents = [event: 1] }
        try await action()
        return { [scene] in try await scene.releaseWebhooks() }
    }

    // MARK: - The phone

    /// Bob takes it, and each hears the other.
    func talk() async throws {
        try await scene.answer(caller)
        try await scene.isQuiet()
    }

    /// It stands on bob's phone.
    func stands() async throws {
        let stands = try await phone.passes { phone.device.screen.first?.stage == .connected }
        try #require(stands)
    }

    /// Nothing is left on bob's phone, and it knows how the call ended.
    func ends(_ disposition: CallDisposition) async throws {
        let isOver = try await phone.passes {
            phone.device.screen.isEmpty && phone.screens?.end?.disposition == disposition
        }
        #expect(isOver, "\(phone.screens?.end as Any)")
    }

    // MARK: - The exchange

    func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject {
        var status = JSONObject()
        let isMet = try await phone.passes {
            status = try await scene.exchange.callStatus(session)
            return isSo(status)
        }
        try #require(isMet, "\(String(decoding: JSONWriter.bytes(of: .object(status)), as: UTF8.self))")
        return status
    }

    func now() async throws -> JSONObject { try await status { _ in true } }
    func active() async throws -> JSONObject { try await status { $0["state"]?.string == "active" } }
    func ended() async throws -> JSONObject { try await status { $0["state"]?.string == "ended" } }

    /// The caller hangs up; what the exchange says of the call then.
    func isHungUp() async throws -> JSONObject {
        callerHangsUp()
        let status = try await ended()
        try await scene.expectNoLeg()
        return status
    }

    /// What became of a device; nil: it may still ring.
    func reason(_ device: Device, _ status: JSONObject) -> DeviceReason? {
        reported(of: device, status)?["reason"]?.string.flatMap { DeviceReason(rawValue: $0) }
    }

    /// What the exchange calls a device.
    func name(of device: Device, _ status: JSONObject) -> String? { reported(of: device, status)?["device"]?.string }

    private func reported(of device: Device, _ status: JSONObject) -> JSONObject? {
        let known = [PublicScene.desk: Device.desk, PublicScene.colleague: .colleague]
        return (status["devices"]?.array ?? []).compactMap(\.object).first {
            let name = $0["device"]?.string ?? ""
            return known[name, default: .phone] == device && name != "bob-mobile" && !name.hasPrefix("outside-")
        }
    }

    /// Who has it, or had it at the end.
    func winner(_ status: JSONObject) -> Device? {
        switch status["winner"]?.string {
        case nil: nil
        case PublicScene.desk: .desk
        case PublicScene.colleague: .colleague
        default: .phone
        }
    }

    /// What an operator asks who has seen the newest version; the status of the answer.
    func request(_ word: String, _ device: String? = nil) async throws -> Int {
        let version = try await now()["version"]?.integer ?? 0
        let named = device.map { #","device":"\#($0)""# } ?? ""
        return try await scene.exchange.ask(
            "POST", "api/calls/\(session)/requests", #"{"request":"\#(word)","version":\#(version)\#(named)}"#
        ).status
    }

    /// What the telephone on the desk asks through the API, and how it is answered.
    func askFromDesk(_ request: String) async throws -> JSONObject {
        try await scene.exchange.ask(
            "POST", "api/calls/\(session)/claim",
            #"{"device":"\#(PublicScene.desk)","request":"\#(request)"}"#, as: (PublicScene.desk, "secret")
        ).page
    }
}

extension PublicScene {
    /// Someone calls, and bob's phone rings by its INVITE, as does every other device there is.
    func ring(_ pushes: [Sender] = [.exchange]) async throws -> PublicCall {
        let caller = try dial()
        try await deliver(pushes)
        try await rings()
        try await isInvited()
        return try call(of: caller)
    }

    /// A public call rings the phone by the exchange's push, and no INVITE ever comes.
    func ringsWithoutInvite() async throws -> PublicCall {
        telnyx.plan(EdgeFault(.lose, method: "invite", count: nil))
        let caller = try dial()
        try await deliver([.exchange])
        try await rings()
        return try call(of: caller)
    }

    /// The call that the phone was told of last.
    func call(of caller: String) throws -> PublicCall {
        let session = try #require(phone.screens?.call?.session)
        return PublicCall(scene: self, caller: caller, session: session.description)
    }

    /// The leg by which a device was rung last, whether or not it is over.
    func newestLeg(of device: PublicCall.Device) -> String? {
        let known = [Self.deskAddress: PublicCall.Device.desk, Self.colleagueAddress: .colleague]
        return legs.last { leg in
            leg["direction"]?.string == "outgoing" && leg["to"]?.string != Self.callee
                && known[leg["to"]?.string ?? "", default: .phone] == device
        }?["call_control_id"]?.string
    }

    /// Every leg there was, oldest first.
    var legs: [JSONObject] { (telnyx.control("GET", "legs")["legs"]?.array ?? []).compactMap(\.object) }

    /// What the exchange calls the call that came last.
    func newestSession() async throws -> String {
        let calls = try await exchange.ask("GET", "api/calls").page["calls"]?.array ?? []
        return try #require(calls.first?.object?["call_session_id"]?.string)
    }

    /// How often bob's phone was dialed.
    var phoneDialCount: Int {
        legs.count { leg in
            leg["direction"]?.string == "outgoing"
                && ![Self.deskAddress, Self.colleagueAddress].contains(leg["to"]?.string)
        }
    }

    /// Whether a leg was answered, and is joined to none.
    func isAnswered(_ leg: String) -> Bool {
        legs.contains { $0["call_control_id"]?.string == leg && $0["state"]?.string == "answered" }
    }

    /// Returns when the exchange has taken whatever the carrier has told it.
    func isQuiet() async throws {
        let isQuiet = try await phone.passes { telnyx.isQuiet }
        #expect(isQuiet)
    }

    /// What stayed on its way arrives.
    func releaseWebhooks() async throws {
        telnyx.set { $0.keptEvents = [:] }
        _ = telnyx.control("POST", "news/release")
        try await isQuiet()
    }

    /// The exchange has asked the carrier so often for something, and was answered so.
    func isAsked(_ word: String, _ status: Int, _ count: Int = 1) async throws {
        let isAsked = try await phone.passes {
            asked.lines.filter { $0.path.contains(word) && $0.status == status }.count >= count
        }
        try #require(isAsked, "\(word) \(status)")
    }

    /// The exchange that is back has asked the carrier about this leg. While such a question is open, its answer may be
    /// that the leg is over, which does not say who hung up.
    func isLookedAt(_ leg: String) async throws {
        let logged = "/calls/\(leg.prefix(8))…"  // The log shortens identifiers.
        let isLookedAt = try await phone.passes {
            asked.lines.contains { $0.path.hasSuffix(logged) && $0.status == 200 }
        }
        try #require(isLookedAt, "\(leg)")
    }
}
