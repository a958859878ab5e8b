import CallModel
import DeviceModel
import PhoneCore
import Redaction

/// Calls that the person places on the app's own screen.
extension PhoneWorld {
    private static let ticket = UserTicket(1)

    /// The call that would be dialled next, if any is left.
    var nextDialled: ExchangeSession? { sessions.first { $0.direction == .outbound && $0.stage == .unborn } }

    /// What can be tapped in the app while it is on the screen.
    var appActions: [PhoneAction] {
        guard phone != nil, device.process.scene == .active else { return [] }
        let ends = (faults.taps > 0 ? sessions : []).filter { session in
            switch session.stage {
            case .dialled, .ringing, .answered: session.direction == .outbound
            case .unborn, .over: false
            }
        }.map { PhoneAction.giveUp($0.number) }
        return (nextDialled.map { [PhoneAction.dial($0.number)] } ?? []) + ends
    }

    /// Tried while another is under way it is refused, and nothing has changed.
    mutating func dial(_ number: UInt8) {
        let request = DialRequest("+15550200", organization: Self.organization, spare: sessions[Int(number)].call)
        tell(.user(Self.ticket, .dial(request)))
    }

    mutating func giveUp(_ number: UInt8) {
        faults.taps -= 1
        tell(.user(Self.ticket, .end(sessions[Int(number)].call)))
    }

    /// The phone took a wish. Of a call that is dialled this is the beginning.
    mutating func accept(_ call: CallUUID) {
        guard let index = sessions.firstIndex(where: { $0.call == call && $0.stage == .unborn }) else { return }
        sessions[index].stage = .dialled
    }
}
