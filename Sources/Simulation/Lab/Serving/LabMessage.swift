package import WireJSON

/// The messages from the Lab to its page, as text.
package enum LabMessage {
    /// The newest rows that a page gets at its beginning.
    static let helloRows = 500

    /// Everything that a page needs to begin: what the Lab is, its state now and the newest rows.
    package static func hello(_ facts: LabFacts, _ timeline: LabTimeline, now: Duration) -> [UInt8] {
        var members: JSONObject = ["is": "hello"]
        members.merge(facts.json)
        members.merge(bounds(timeline, now))
        let range = timeline.range(from: timeline.next - helloRows, count: helloRows)
        members.merge(range.members)
        members["before"] = .object(range.state.labJSON)
        members["state"] = .object(timeline.state.labJSON)
        return JSONWriter.bytes(of: .object(members))
    }

    /// The rows that were added since the last message.
    package static func batch(_ update: LabUpdate, next: Int, now: Duration) -> [UInt8] {
        var members: JSONObject = ["is": "batch", "now": now.labTime, "next": .integer(Int64(next))]
        members.merge(update.members)
        return JSONWriter.bytes(of: .object(members))
    }

    /// The message for a hidden page: counts alone.
    package static func counts(_ timeline: LabTimeline, now: Duration) -> [UInt8] {
        let violations = timeline.state["violations"]?.array?.count ?? 0
        let ringing = timeline.state.filter { $0.key.hasPrefix("phone:") }.count { _, phone in
            ["banner", "ring"].contains(phone.object?["screen"]?.string)
        }
        return JSONWriter.bytes(of: [
            "is": "counts", "now": now.labTime, "next": .integer(Int64(timeline.next)),
            "violations": .integer(Int64(violations)), "ringing": .integer(Int64(ringing)),
        ])
    }

    /// The answer to a request.
    package static func answer(_ id: Int64, _ result: Result<JSONObject, LabError>) -> [UInt8] {
        var members: JSONObject = ["is": "answer", "id": .integer(id)]
        switch result {
        case .success(let value): members.append("value", .object(value))
        case .failure(let error): members.append("error", .string(error.description))
        }
        return JSONWriter.bytes(of: .object(members))
    }

    /// The answer to a request for rows of the past.
    package static func range(_ place: LabRequest.Place, _ count: Int, of timeline: LabTimeline) -> JSONObject {
        let start =
            switch place {
            case .row(let row): row
            case .time(let time): timeline.row(at: time) - count / 2
            }
        var members = timeline.range(from: start, count: count).members
        members.append("first", .integer(Int64(timeline.first)))
        members.append("next", .integer(Int64(timeline.next)))
        return members
    }

    private static func bounds(_ timeline: LabTimeline, _ now: Duration) -> JSONObject {
        [
            "now": now.labTime, "first": .integer(Int64(timeline.first)), "next": .integer(Int64(timeline.next)),
        ]
    }
}
