import CallModel
import ExchangeServer
import RingCore
import WireJSON

/// A call of the public network: the stand-in for Telnyx carries it.
struct PublicStoryCall: StoryCall {
    let scene: RingScene
    let caller: String
    let session: String
    let legs: [SceneLeg]

    static func play(_ body: (any StoryCall) async throws -> Void) async throws {
        try await RingScene.play {
            $0.telnyx?.numbers[0].policy.hasVoicemail = false
        } _: { scene in
            let (caller, session, rung) = try await scene.ringing()
            let legs = rung.sorted { $0.to < $1.to }
            try await body(PublicStoryCall(scene: scene, caller: caller, session: session, legs: legs))
        }
    }

    func answer(_ phone: Int) { scene.act("answer", on: legs[phone].id) }

    func decline(_ phone: Int, isBusy: Bool) {
        scene.act("decline", on: legs[phone].id, ["cause": isBusy ? "user_busy" : "call_rejected"])
    }

    func lose(_ phone: Int) { scene.act("decline", on: legs[phone].id, ["cause": "not_found"]) }
    func callerHangsUp() { scene.act("hangup", on: caller) }
    func ringsOut() { scene.clock.advance(by: .seconds(31)) }

    func status(_ isSo: (JSONObject) -> Bool) async throws -> JSONObject {
        try await scene.status(of: session, isSo)
    }

    func reasons(_ status: JSONObject) -> [EndReason?] {
        (status["devices"]?.array ?? []).map { device in
            device.object?["reason"]?.string.flatMap { DeviceReason(rawValue: $0) }?.endReason
        }
    }
}
