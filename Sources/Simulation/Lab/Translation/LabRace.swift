import WireJSON

/// The devices that one ring session rings, and what became of each.
struct LabRace: Hashable, Sendable {
    /// What became of a device. The raw value is its word on the page.
    enum Mark: String, Hashable, Sendable {
        case waiting, rings, won, lost, declined, ended, killed
    }

    struct Lane: Hashable, Sendable {
        /// The device's name.
        let device: String
        let sent: Duration
        /// Whether a push told the device first; otherwise a message over its socket.
        var isPushed = false
        var rings: Duration?
        var end: Duration?
        var mark = Mark.waiting
        var note = ""
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

    /// Changes the lane of a device, unless it is at its end.
    mutating func change(_ device: String, _ body: (inout Lane) -> Void) {
        guard let index = lanes.firstIndex(where: { $0.device == device && $0.end == nil }) else { return }
        body(&lanes[index])
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
            "rings": rings?.labTime ?? .null, "end": end?.labTime ?? .null, "mark": .string(mark.rawValue),
            "note": .string(note),
        ]
    }
}
