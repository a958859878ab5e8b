import Foundation
import FoundationNetworking
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
        guard let url = URL(string: "http://127.0.0.1:\(port)/api/voip/call-status/\(session)") else {
            throw CallStoryError(description: "the session id does not fit into a URL")
        }
        var request = URLRequest(url: url)
        request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization")
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200, let json = try JSONParser.parse([UInt8](data)).object else {
            throw CallStoryError(description: "the status API answered \(status)")
        }
        return CallStory(json: json)
    }
}
