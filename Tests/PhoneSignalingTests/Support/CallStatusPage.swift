import ExchangeServer
import Foundation
import WireJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

extension ExchangeServer {
    /// What `GET /api/voip/call-status/…` says of a call.
    func callStatus(_ session: String) async throws -> JSONObject {
        guard let url = URL(string: "http://127.0.0.1:\(port)/api/voip/call-status/\(session)") else { return [:] }
        var request = URLRequest(url: url)
        request.setValue("Bearer \(TestExchange.token)", forHTTPHeaderField: "Authorization")
        let (bytes, _) = try await URLSession.shared.data(for: request)
        return try JSONParser.parse([UInt8](bytes)).object ?? [:]
    }
}
