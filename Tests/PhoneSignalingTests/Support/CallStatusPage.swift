import ExchangeServer
import Foundation
import PhoneExchange
import WireJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ExchangeServer {
    /// What `GET /api/voip/call-status/…` says of a call.
    func callStatus(_ session: String) async throws -> JSONObject {
        try await ask("GET", "api/voip/call-status/\(session)").page
    }

    /// Asks the API, as an operator unless a login is named.
    ///
    /// - Parameter path: behind the first slash.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, as login: (name: String, password: String)? = nil
    ) async throws -> (status: Int, page: JSONObject) {
        guard let url = URL(string: "http://127.0.0.1:\(port)/\(path)") else { return (0, [:]) }
        var request = URLRequest(url: url)
        request.httpMethod = method
        let basic = login.map { Data("\($0.name):\($0.password)".utf8).base64EncodedString() }
        request.setValue(
            basic.map { "Basic \($0)" } ?? "Bearer \(TestExchange.token)", forHTTPHeaderField: "Authorization")
        if let body {
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = Data(body.utf8)
        }
        let (bytes, response) = try await URLSession.shared.answer(to: request)
        let page = bytes.isEmpty ? nil : try JSONParser.parse([UInt8](bytes)).object
        return (response.statusCode, page ?? [:])
    }
}
