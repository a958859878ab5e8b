import CallModel
import Explorer
import RoomCore

/// Rooms that begin, change and end while a listener's connection breaks, comes back, and breaks again.
struct ActiveCallModel: Model {
    enum Step: Hashable, Sendable, CustomStringConvertible {
        case happens(RoomEvent, room: Int)
        case listens
        case hears
        case breaks
        case restarts

        var description: String {
            switch self {
            case .happens(.join, let room): "Bob joins room \(room)"
            case .happens(.leave(let device, let reason), let room):
                "\(device.device) leaves \(room): \(reason.rawValue)"
            case .happens(_, let room): "something happens in room \(room)"
            case .listens: "the listener asks"
            case .hears: "the listener hears the next news"
            case .breaks: "the connection breaks"
            case .restarts: "the list is lost and made anew"
            }
        }
    }

    let rooms: Int
    /// Calls that are over and still told of one by one.
    let endedMax: Int
    var breaks = 2
    var restarts = 0
    var tampering: RoomTampering?

    var initialStates: [ActiveCallWorld] {
        [
            ActiveCallWorld(
                rooms: rooms, endedMax: endedMax, breaks: breaks, restarts: restarts, tampering: tampering)
        ]
    }

    func actions(in world: ActiveCallWorld) -> [Step] {
        var steps: [Step] = []
        for (index, room) in world.rooms.enumerated() where !room.isOver {
            let standing = room.status.standing(of: RoomStory.bob.user)
            if standing == .invited {
                steps += [
                    .happens(.join(RoomStory.bob), room: index),
                    .happens(.leave(RoomStory.bob, .rejected), room: index),
                ]
            }
            if standing == .present(devices: 1) {
                steps.append(.happens(.leave(RoomStory.bob, .userLeft), room: index))
            }
            if room.stays[0].isPresent {
                steps.append(.happens(.leave(RoomStory.ann, .userLeft), room: index))
            }
        }
        if let wire = world.wire {
            if !wire.isEmpty { steps.append(.hears) }
            if world.breaks > 0 { steps.append(.breaks) }
        } else {
            steps.append(.listens)
        }
        if world.restarts > 0 { steps.append(.restarts) }
        return steps
    }

    func step(_ world: ActiveCallWorld, _ step: Step) -> ActiveCallWorld? {
        var next = world
        switch step {
        case .happens(let event, let room): next.happens(event, in: room)
        case .listens: next.listen()
        case .hears: next.receiveUpdate()
        case .breaks: next.breakOff()
        case .restarts: next.restart()
        }
        return next
    }

    var properties: [Property<ActiveCallWorld>] {
        [
            Property(.always, "news follow each other, and an end is told of a call that was told of") {
                $0.faults.isEmpty
            },
            Property(.always, "who has heard everything knows what there is, and was told of every end") {
                $0.isTrueWhenHeard
            },
            Property(.eventually, "the listener knows that all is over") {
                $0.view.calls.isEmpty && $0.truth.isEmpty
            },
            Property(.sometimes, "an end comes while no client listens") { world in
                world.wire == nil && !world.view.calls.allSatisfy { world.truth.contains($0.call) }
            },
            Property(.sometimes, "a call is told of, though others are over") {
                $0.wire == [] && $0.truth.count < $0.rooms.count && !$0.view.calls.isEmpty
            },
        ]
    }
}
