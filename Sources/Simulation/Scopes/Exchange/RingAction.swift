package import ExchangeCore

/// One thing that can happen around a ringing call.
package enum RingAction: Hashable, Sendable {
    /// What a person does.
    package enum Choice: Hashable, Sendable {
        case dial, answer, hangUp
    }

    case act(Int, Choice)
    case deliver(RingState.Packet)
    case drop(RingState.Packet)
    case double(RingState.Packet)
    case fire(TimerID)
    case breakConnection(Int)
    case comeBack(Int)
    /// The device is logged out for good.
    case revoke(Int)
}

extension RingAction: CustomStringConvertible {
    package var description: String {
        switch self {
        case .act(let party, let choice): "\(party) does \(choice)"
        case .deliver(let packet): "\(packet.kind) arrives for \(packet.party)"
        case .drop(let packet): "\(packet.kind) is lost for \(packet.party)"
        case .double(let packet): "\(packet.kind) is doubled for \(packet.party)"
        case .fire(let timer): "timer \(timer.owner)"
        case .breakConnection(let party): "\(party) loses its connection"
        case .comeBack(let party): "\(party) comes back"
        case .revoke(let party): "\(party) is revoked"
        }
    }
}
