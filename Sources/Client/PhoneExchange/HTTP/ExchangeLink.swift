import Foundation
import Redaction
import WireJSON

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The way to the exchange's API.
struct ExchangeLink: Sendable {
    /// The longest answer that is read: credentials of as many organisations as there may be are a few kilobytes.
    private static let answerBytesMax = 1 << 18

    let settings: ExchangeSettings

    /// Asks once.
    ///
    /// - Parameter access: the token of the session that asks.
    /// - Returns: nil if the exchange could not be reached, or not in time.
    func ask(_ request: ExchangeRequest, access: Redacted<String>? = nil) async -> ExchangeAnswer? {
        guard let (bytes, response) = try? await URLSession.shared.data(for: encoded(request, access)),
            let status = (response as? HTTPURLResponse)?.statusCode
        else { return nil }
        let isReadable = bytes.count <= Self.answerBytesMax
        let body = isReadable ? (try? JSONParser.parse([UInt8](bytes)))?.object : nil
        return ExchangeAnswer(status: status, body: body ?? [:])
    }

    private func encoded(_ request: ExchangeRequest, _ access: Redacted<String>?) -> URLRequest {
        var encoded = URLRequest(url: settings.api.appending(path: request.path))
        encoded.httpMethod = request.method
        encoded.timeoutInterval = Double((request.timeLimit ?? settings.timeLimit).components.seconds)
        if let access { encoded.setValue("Bearer \(access.revealed)", forHTTPHeaderField: "Authorization") }
        if let body = request.body {
            encoded.setValue("application/json", forHTTPHeaderField: "Content-Type")
            encoded.httpBody = Data(JSONWriter.bytes(of: .object(body)))
        }
        return encoded
    }
}
