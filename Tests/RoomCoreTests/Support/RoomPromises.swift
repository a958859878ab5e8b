import CallModel
import RoomCore

/// Watches a room event by event, and writes down what must never happen.
struct RoomPromises: Hashable, Sendable {
    private(set) var violations: [String] = []
    private var ends = 0

    mutating func watch(
        _ before: RoomSession?, _ effects: [RoomEffect], _ after: RoomSession, _ now: Duration
    ) {
        watchVersions(before, effects, after)
        watchPresence(after)
        watchEnd(before, effects, after)
        for case .reply(let reply, let device) in effects { watch(reply, device, after) }
    }

    mutating func violate(_ text: String) {
        if !violations.contains(text) { violations.append(text) }
    }

    private mutating func watchVersions(
        _ before: RoomSession?, _ effects: [RoomEffect], _ after: RoomSession
    ) {
        var version = before?.version ?? 0
        for case .changed(let status) in effects {
            if status.version != version + 1 { violate("version \(status.version) after \(version)") }
            version = status.version
        }
        if version != after.version { violate("a version that was not told") }
        if let before, before != after, after.revision != before.revision + 1 {
            violate("a change without revision")
        }
    }

    private mutating func watchPresence(_ room: RoomSession) {
        let present = room.stays.filter(\.isPresent).map(\.device)
        if present.isEmpty != room.isOver {
            violate("a room is open as long as a device is in it, and no longer")
        }
        if Set(present).count != present.count { violate("a device is in the room twice") }
        let members = room.members.map(\.user)
        if present.contains(where: { !members.contains($0.user) }) {
            violate("a user is in who was not invited")
        }
        if room.isOver != (room.nextDue == nil) {
            violate("no time is set to look whether the room is still needed")
        }
    }

    private mutating func watchEnd(
        _ before: RoomSession?, _ effects: [RoomEffect], _ after: RoomSession
    ) {
        ends += effects.count { if case .ended = $0 { true } else { false } }
        if ends != (after.isOver ? 1 : 0) { violate("the end of a room is told once") }
        if let before, before.isOver, before != after { violate("a room that is over changed") }
    }

    private mutating func watch(_ reply: RoomReply, _ device: RoomDevice, _ room: RoomSession) {
        let stay = room.stays.last { $0.device == device }
        let isPresent = stay?.isPresent ?? false
        switch reply {
        case .present(let until):
            if !isPresent || stay?.until != until { violate("told to be in, and is not") }
        case .absent: if isPresent { violate("told to have left, and is in") }
        case .over: if !room.isOver { violate("told that it is over, and it is not") }
        case .lapsed, .notInvited, .full: if isPresent { violate("refused, and is in") }
        }
    }
}
