import CallModel
import RoomCore

/// One thing that can happen in the world of a room.
enum RoomStep: Hashable, Sendable, CustomStringConvertible {
    /// A process reads the room and decides.
    case asks(RoomEvent)
    /// The oldest, or the next, of the processes writes its decision, or finds that it has to decide anew.
    case writes(Int)
    case time

    var description: String {
        switch self {
        case .asks(.join(let device)): "\(device.device) asks to join"
        case .asks(.leave(let device, let reason)): "\(device.device) leaves: \(reason.rawValue)"
        case .asks(.renew(let device)): "\(device.device) says that it is there"
        case .asks(.due): "leases are looked at"
        case .writes(let place): "process \(place) writes"
        case .time: "time passes"
        }
    }
}
