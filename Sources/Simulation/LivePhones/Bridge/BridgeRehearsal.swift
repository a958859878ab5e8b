import CallModel
import PhoneCore
import PhoneKit
import Redaction

/// News that a page rarely hears, for a page's developer and for tests: it would take minutes, a broken network or more
/// people. The calls are made up; the phone's bridge tells of them as of real ones.
enum BridgeRehearsal {
    /// - Parameter organization: the active organization, whose connection is ready before and afterward.
    static func inputs(of organization: OrganizationID) -> [BridgeInput] {
        connection(RegistrationID(organization)) + call(of: organization) + missedCall + callElsewhere
            + [.failure(BridgeError(.refused, "rehearsal"))]
    }

    private static func connection(_ registration: RegistrationID) -> [BridgeInput] {
        [.refused, .connecting, .ready, .reconnecting, .ready].map { .phone(.connection(registration, $0)) }
    }

    /// A call that is answered, gets another name, loses its network and ends by that, after a request failed.
    private static func call(of organization: OrganizationID) -> [BridgeInput] {
        var call = CallSnapshot(
            id: freshCall(), session: nil, organization: organization, direction: .inbound, phase: .ringing,
            isMuted: false, isHeld: false, display: CallDisplay(.phoneNumber("+15550100"), name: "Rehearsal"))
        var inputs: [BridgeInput] = []
        for change in [CallPhase.ringing, .answering, .connected] {
            call.phase = change
            inputs.append(.phone(.call(call)))
        }
        call.display.name = "Rehearsal, renamed"
        inputs.append(.phone(.call(call)))
        call.phase = .reconnecting
        inputs += [
            .phone(.call(call)), .phone(.failed(call.id, .timedOut)),
            .phone(.ended(CallEnd(call.id, .inbound, at: .reconnecting, .dropped))),
            .notice(.dropped, call.id, .dropped),
        ]
        return inputs
    }

    /// A missed call, of which it turns out that another device answered.
    private static var missedCall: [BridgeInput] {
        let call = freshCall()
        return [.notice(.missed, call, .noAnswer), .noticeSettled(call, .answeredElsewhere)]
    }

    /// A call that another device of the person has for a while.
    private static var callElsewhere: [BridgeInput] {
        guard let device = RingDevice(name: "Rehearsal's iPad") else { return [] }
        let call = CallElsewhere(CallSessionID(RandomUUIDs().freshName()), on: device, id: RingDeviceID("rehearsal"))
        return [.phone(.elsewhere([call])), .phone(.elsewhere([]))]
    }

    private static func freshCall() -> CallUUID { CallUUID(RandomUUIDs().freshName()) }
}
