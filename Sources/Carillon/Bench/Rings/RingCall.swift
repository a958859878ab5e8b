import Standins
import WireJSON

/// One call of the public network: rung by push and by Telnyx, answered, bridged.
struct RingCall {
    /// Telnyx's name of the caller's leg, which stays.
    var caller: String
    /// From the call until the push.
    var push: Duration
    /// From the answer until the command to bridge.
    var bridge: Duration

    /// How long what the end of a call leads to takes at most, which is not to be measured with the next.
    static let rest = Duration.milliseconds(20)

    static func play(_ number: Int, _ parties: RingParties) async throws -> RingCall {
        let (telnyx, watch) = (parties.telnyx, parties.watch)
        watch.forget()
        let began = ContinuousClock.now
        let caller = telnyx.callIn(from: "+1555010\(1_000 + number)", to: RingParties.number)
        let pushed = try await watch.first(.apns, "")
        _ = try await watch.first(.telnyx, "/v2/calls")
        guard let leg = parties.rungLeg else { throw BenchError("nobody was rung") }
        let answered = ContinuousClock.now
        _ = telnyx.control("POST", "legs/\(leg)/answer")
        let bridged = try await watch.first(.telnyx, "actions/bridge")
        return RingCall(caller: caller, push: began.duration(to: pushed), bridge: answered.duration(to: bridged))
    }
}
