import Foundation
import FoundationNetworking
import WireJSON

/// What the exchange's status API says of a call.
struct CallStory {
    var json: JSONObject

    var isEnded: Bool { json["state"]?.string == "ended" }
    var legCount: Int { json["legs"]?.array?.count ?? 0 }

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
