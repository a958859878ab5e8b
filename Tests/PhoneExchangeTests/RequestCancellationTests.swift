import ExchangeServer
import Foundation
import PhoneExchange
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Cancelling a request to the exchange")
struct RequestCancellationTests {
    /// With Foundation's own `data(for:)` the process ends within the first few of these rounds.
    @Test @MainActor func `requests may be cancelled while their answers come`() async throws {
        let scene = try await ExchangeScene()
        let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(scene.server.port)/healthz")))
        for _ in 0..<100 {
            let first = await withTaskGroup(of: Int?.self) { requests in
                for _ in 0..<8 {
                    requests.addTask { try? await URLSession.shared.answer(to: request).response.statusCode }
                }
                let first = await requests.next()
                // The answers to the others are on their way.
                requests.cancelAll()
                return first ?? nil
            }
            #expect(first == 200)
        }
        await scene.server.stop()
    }
}
