import CallModel
import Explorer
import RoomCore

/// One room, devices that come, go, repeat themselves and fall silent, and two processes that work on it at once.
struct RoomModel: Model {
    let devices: [RoomDevice]
    /// How often devices ask for something.
    let asks: Int
    var tampering: RoomTampering?

    private static let processesMax = 2

    var initialStates: [RoomWorld] {
        let opening = RoomOpening(RoomStory.call, by: devices[0], inviting: devices.map(\.user))
        return [RoomWorld(opening, devices: devices, asks: asks, tampering: tampering)]
    }

    func actions(in world: RoomWorld) -> [RoomStep] {
        var steps: [RoomStep] = world.work.indices.map { .writes($0) }
        if world.work.count < Self.processesMax {
            if world.asks > 0 {
                for device in devices {
                    steps += [.asks(.join(device)), .asks(.leave(device, .userLeft)), .asks(.renew(device))]
                }
            }
            let isSwept = world.work.contains { $0.event == .due }
            if tampering != .neverSweeps, !isSwept, let due = world.room.nextDue, due <= .zero {
                steps.append(.asks(.due))
            }
        }
        if world.room.stays.contains(where: { $0.isPresent && $0.until > .zero }) {
            steps.append(.time)
        }
        return steps
    }

    func step(_ world: RoomWorld, _ step: RoomStep) -> RoomWorld? {
        var next = world
        switch step {
        case .asks(let event): next.begin(event)
        case .writes(let place): next.write(place)
        case .time: next.pass(RoomLimits.heartbeat)
        }
        return next
    }

    var properties: [Property<RoomWorld>] {
        [
            Property(.always, "nothing happens that must never happen") {
                $0.promises.violations.isEmpty
            },
            Property(.always, "who was told to be in is in, in a room that is open") {
                $0.areBeliefsTrue
            },
            Property(.eventually, "the room is over") { $0.room.isOver },
            Property(.sometimes, "it ends because the last one left") {
                $0.room.status.ending?.reason == .everybodyLeft
            },
            Property(.sometimes, "it ends because the last one was lost") {
                $0.room.status.ending?.reason == .lastOneLost
            },
            Property(.sometimes, "a decision comes too late and is made anew") {
                $0.work.contains { $0.isStale }
            },
        ]
    }
}
