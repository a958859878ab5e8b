internal import CallModel
internal import Redaction
internal import RingCore
internal import WireJSON

/// Which of a user's own devices took a call, for their others: an iPad, by the name the person knows it by.
struct RingTaker: Sendable {
    static let shape = Shape.named(
        "AnsweringDevice",
        .object(.needed("device", .text(.any(1...256))), .needed("name", .text(.any(0...256)))))

    let device: DeviceID
    let name: Redacted<String>

    var json: JSONValue { ["device": .string(device.rawValue), "name": .string(name.revealed)] }
}

extension DeviceBook {
    /// Who has a call, for another device of the same user; nil for other users', and while no device has it.
    func taker(of status: RingStatus, forDevice asker: DeviceID) -> RingTaker? {
        guard let user = device(asker)?.user, let winner = status.winner, winner != asker else { return nil }
        return taker(winner, for: user)
    }

    /// The device that has a call, or had it, where it is one of this user's; nil for devices of others.
    func taker(_ winner: CallReport.Winner, for user: UserID) -> RingTaker? {
        switch winner {
        case .rung(let device): taker(device, for: user)
        case .called(let name, let owner):
            owner == user ? device(name, of: user).flatMap { taker($0.id, for: user) } : nil
        }
    }

    private func taker(_ winner: DeviceID, for user: UserID) -> RingTaker? {
        guard let device = device(winner), device.user == user else { return nil }
        return RingTaker(device: winner, name: device.title ?? Redacted(device.name.rawValue))
    }
}
