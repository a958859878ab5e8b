import CallModel
import PhoneCore

/// The state a signaling call has after some events, by the machine that really keeps it.
func line(_ direction: CallDirection, _ events: CallEvent...) -> LineEvent {
    var machine = CallMachine(direction)
    var effects: [CallEffect] = []
    for event in events { machine.handle(event, into: &effects) }
    return .changed(machine.state)
}

extension LineEvent {
    static let ringingIn = line(.inbound, .invited)
    static let answering = line(.inbound, .invited, .answer)
    static let activeIn = line(.inbound, .invited, .answer, .mediaConnected)
    static let ringingOut = line(.outbound, .dial, .inviteSent, .peerRinging)
    static let activeOut = line(.outbound, .dial, .inviteSent, .peerAnswered, .mediaConnected)

    static func ended(_ reason: EndReason) -> LineEvent { .ended(Ending(reason)) }
}
