import CallModel
import RingCore

extension RingPolicy {
    /// No voicemail: what happens to a call is seen at once.
    static var plain: RingPolicy {
        var policy = RingPolicy()
        policy.hasVoicemail = false
        return policy
    }

    /// Voicemail, and no device may come back for the call.
    static var voicemail: RingPolicy {
        var policy = RingPolicy()
        policy.rescue = .refused
        return policy
    }

    func with(_ change: (inout RingPolicy) -> Void) -> RingPolicy {
        var policy = self
        change(&policy)
        return policy
    }
}

extension DeviceCandidate {
    /// Devices `a`, `b`, … of one user.
    static func several(_ count: Int) -> [DeviceCandidate] {
        (0..<count).map { DeviceCandidate(DeviceID(String(UnicodeScalar(UInt8(97 + $0)))), of: UserID("ann")) }
    }
}

extension DeviceCandidate {
    /// A number of the public network.
    static func number(_ device: DeviceID) -> DeviceCandidate {
        DeviceCandidate(device, of: UserID("ann"), reach: .number, hasPush: false, hasChannel: false)
    }

    /// Whom a user calls.
    static let callee = DeviceCandidate("out", of: "ann", reach: .callee, hasPush: false, hasChannel: false)

    /// A phone in a pocket: no connection, but a push wakes it.
    static func asleep(_ device: DeviceID, of user: UserID = UserID("ann")) -> DeviceCandidate {
        DeviceCandidate(device, of: user, reach: .wake, hasChannel: false)
    }
}

extension RingStory {
    /// Ann calls out from her phone, and whom she calls rings.
    static func callingOut(
        policy: RingPolicy = RingPolicy(), consent: RecordingConsent = .none
    ) -> RingStory {
        var call = RingStory(
            [.callee], policy: policy, consent: consent, outbound: OutboundCall(by: "ann", from: "phone"))
        call.rings(1)
        return call
    }

    /// A call that Ann may not make.
    static func refused(_ refusal: OutboundRefusal) -> RingStory {
        RingStory([], owners: ["ann"], outbound: OutboundCall(by: "ann", from: "phone", refusal: refusal))
    }
}
