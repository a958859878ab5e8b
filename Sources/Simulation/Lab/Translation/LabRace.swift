import CallModel
import RingCore
import WireJSON

/// The devices that one ring session rings, and what became of each.
struct LabRace: Hashable, Sendable {
    /// What became of a device. The raw value is its word on the page.
    enum Mark: String, Hashable, Sendable {
        case waiting, rings, won, lost, declined, ended, killed
    }

    struct Lane: Hashable, Sendable {
        /// The device's name, or its id until the name is known.
        fileprivate(set) var device: String
        let sent: Duration
        /// Whether a push told the device first; otherwise a message over its socket.
        var isPushed = false
        /// Whether the system starts the device's app for no push any more.
        var isRevoked = false
        var rings: Duration?
        var end: Duration?
        var mark = Mark.waiting
        var note = ""

        /// Whether it is known what became of the device. At the end of a call all lanes end, and the exchange says
        /// afterward why.
        fileprivate var isSettled: Bool { end != nil && !(mark == .ended && note.isEmpty) }
    }

    let session: String
    let began: Duration
    var end: Duration?
    var outcome: String?
    private(set) var lanes: [Lane]

    init(session: String, began: Duration, devices: [String]) {
        self.session = session
        self.began = began
        lanes = devices.map { Lane(device: $0, sent: began) }
    }

    /// The leg that rings a device in this race, with what the exchange told the device already; nil if the race is over
    /// or rings another device.
    func leg(_ call: String, of device: String) -> LabLeg? {
        guard end == nil, let lane = lanes.first(where: { $0.device == device }) else { return nil }
        return LabLeg(call: call, session: session, told: Self.reason(lane.note))
    }

    /// Why a device stopped ringing, by the exchange's word; nil for any other word.
    static func reason(_ word: String) -> EndReason? {
        EndReason(rawValue: word) ?? DeviceReason(rawValue: word)?.endReason
    }

    /// Changes the lane of a device, unless it is known what became of it.
    mutating func change(_ device: String, _ body: (inout Lane) -> Void) {
        guard let index = lanes.firstIndex(where: { $0.device == device && !$0.isSettled }) else { return }
        body(&lanes[index])
    }

    /// Names the lane of a device whose name became known during the race. What comes later comes under the name.
    ///
    /// - Returns: whether there is such a lane.
    mutating func renames(_ id: String, to name: String) -> Bool {
        guard let index = lanes.firstIndex(where: { $0.device == id }) else { return false }
        lanes[index].device = name
        return true
    }

    mutating func begins(_ device: String, at: Duration) {
        change(device) { lane in
            lane.rings = lane.rings ?? at
            if lane.mark == .waiting { lane.mark = .rings }
        }
    }

    mutating func settles(_ device: String, _ mark: Mark, at: Duration, note: String = "") {
        change(device) { lane in
            lane.end = at
            lane.mark = mark
            lane.note = note
        }
    }

    /// A device that lost rings again, as the winner was lost.
    mutating func ringsAgain(_ device: String) {
        guard let index = lanes.firstIndex(where: { $0.device == device && $0.mark == .lost }) else { return }
        lanes[index].end = nil
        lanes[index].mark = .rings
        lanes[index].note = ""
    }

    /// Ends all lanes that are still open.
    mutating func finish(at: Duration, outcome: String?) {
        end = end ?? at
        self.outcome = outcome ?? self.outcome
        for lane in lanes { settles(lane.device, .ended, at: at) }
    }

    var json: JSONValue {
        [
            "call": .string(session), "began": began.labTime, "end": end?.labTime ?? .null,
            "outcome": outcome.map { .string($0) } ?? .null, "lanes": .array(lanes.map(\.json)),
        ]
    }
}

extension LabRace.Lane {
    fileprivate var json: JSONValue {
        [
            "device": .string(device), "sent": sent.labTime, "via": .string(isPushed ? "push" : "message"),
            "revoked": .bool(isRevoked),
            "rings": rings?.labTime ?? .null, "end": end?.labTime ?? .null, "mark": .string(mark.rawValue),
            "note": .string(note),
        ]
    }
}
