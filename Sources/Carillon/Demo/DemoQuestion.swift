import Foundation
import FoundationNetworking
import WireJSON

/// What the demo asks the exchange's HTTP API.
enum DemoQuestion {
    /// - Parameter proof: the `Authorization` header.
    /// - Throws: `DemoQuestionError` when the answer is not a JSON object.
    static func ask(
        _ path: String, port: Int, as proof: String, body: JSONObject? = nil
    ) async throws -> JSONObject {
        guard let json = try JSONParser.parse(try await bytes(path, port: port, as: proof, body: body)).object else {
            throw DemoQuestionError(description: "the API answered no JSON object to \(path)")
        }
        return json
    }

    static func ask(_ path: String, port: Int, token: String, body: JSONObject? = nil) async throws -> JSONObject {
        try await ask(path, port: port, as: "Bearer \(token)", body: body)
    }

    static func bytes(
        _ path: String, port: Int, as proof: String, body: JSONObject? = nil
    ) async throws -> [UInt8] {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            throw DemoQuestionError(description: "\(path) does not fit into a URL")
        }
        var request = URLRequest(url: url)
        request.setValue(proof, forHTTPHeaderField: "Authorization")
        if let body {
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body.jsonText.utf8)
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard status == 200 else {
            throw DemoQuestionError(description: "the API answered \(status) to \(path)")
        }
        return [UInt8](data)
    }

    /// The devices of a user that the exchange has registered, by name.
    static func registered(of user: String, port: Int, token: String) async throws -> [String] {
        let answer = try await ask("/api/users/\(user)/devices", port: port, token: token)
        return (answer["registered"]?.array ?? []).compactMap(\.string).sorted()
    }
}
