import WireJSON

/// What the exchange's status API says of a call.
struct CallStory {
    var json: JSONObject

    /// Whether it tells of an ended call with four legs, of which the caller's and the winner's were completed and the
    /// others answered elsewhere.
    func isWhole(winner: String) -> Bool {
        let legs = (json["legs"]?.array ?? []).compactMap(\.object)
        let completed = legs.filter { $0["ending"]?.object?["reason"]?.string == "completed" }.compactMap {
            $0["device"]?.string
        }
        let elsewhere = legs.count { $0["ending"]?.object?["reason"]?.string == "answeredElsewhere" }
        return json["state"]?.string == "ended" && Set(completed) == [DemoCast.caller.name, winner] && elsewhere == 2
    }

    var summary: String {
        let legs = (json["legs"]?.array ?? []).compactMap(\.object).map { leg in
            "\(leg["device"]?.string ?? "?"): \(leg["ending"]?.object?["reason"]?.string ?? leg["state"]?.string ?? "?")"
        }
        return
            "\(json["state"]?.string ?? "?"), version \(json["version"]?.integer ?? 0); \(legs.joined(separator: ", "))"
    }

    static func fetch(session: String, port: Int, token: String) async throws -> CallStory {
        CallStory(json: try await DemoQuestion.ask("/api/voip/call-status/\(session)", port: port, token: token))
    }
}
