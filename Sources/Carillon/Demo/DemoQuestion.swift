import Foundation
import FoundationNetworking
import WireJSON

/// What the demo asks the exchange's HTTP API.
enum DemoQuestion {
    /// - Parameter proof: the `Authorization` header; empty: none.
    /// - Throws: `DemoQuestionError` when the answer is not a JSON object.
    static func ask(
        _ path: String, _ method: Method? = nil, port: Int, as proof: String, body: JSONObject? = nil
    ) async throws -> JSONObject {
        let bytes = try await bytes(path, method, port: port, as: proof, body: body)
        guard let json = try bytes.isEmpty ? [:] : JSONParser.parse(bytes).object else {
            throw DemoQuestionError(description: "the API answered no JSON object to \(path)")
        }
        return json
    }

    static func ask(
        _ path: String, _ method: Method? = nil, port: Int, token: String, body: JSONObject? = nil
    ) async throws -> JSONObject {
        try await ask(path, method, port: port, as: "Bearer \(token)", body: body)
    }

    static func bytes(
        _ path: String, _ method: Method? = nil, port: Int, as proof: String, body: JSONObject? = nil
    ) async throws -> [UInt8] {
        let (bytes, status) = try await answer(path, method, port: port, as: proof, body: body)
        guard (200..<300).contains(status) else {
            throw DemoQuestionError(description: "the API answered \(status) to \(path)")
        }
        return bytes
    }

    /// The status code alone, whatever it is.
    static func status(_ path: String, port: Int, as proof: String) async throws -> Int {
        try await answer(path, nil, port: port, as: proof, body: nil).status
    }

    /// Proof of a user or a device by login and password.
    static func basic(_ login: String) -> String {
        "Basic " + Data("\(login):\(DemoCast.password(of: login))".utf8).base64EncodedString()
    }

    /// A way to ask that is neither GET without a body nor POST with one.
    enum Method: String {
        case put = "PUT"
    }

    private static func answer(
        _ path: String, _ method: Method?, port: Int, as proof: String, body: JSONObject?
    ) async throws -> (bytes: [UInt8], status: Int) {
        guard let url = URL(string: "http://127.0.0.1:\(port)\(path)") else {
            throw DemoQuestionError(description: "\(path) does not fit into a URL")
        }
        var request = URLRequest(url: url)
        if !proof.isEmpty { request.setValue(proof, forHTTPHeaderField: "Authorization") }
        if let body {
            request.httpMethod = method?.rawValue ?? "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body.jsonText.utf8)
        }
        let (data, response) = try await URLSession.shared.data(for: request)
        return ([UInt8](data), (response as? HTTPURLResponse)?.statusCode ?? 0)
    }
}
