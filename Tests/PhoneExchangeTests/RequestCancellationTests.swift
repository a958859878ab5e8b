import ExchangeServer
import Foundation
import PhoneExchange
import Testing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

@Suite("Cancelling a request to the exchange")
struct RequestCancellationTests {
    /// With Foundation's own `data(for:)` the process traps or hangs within the first five of these rounds.
    @Test @MainActor func `requests may be cancelled while their answers come`() async throws {
        let scene = try await ExchangeScene()
        let request = URLRequest(url: try #require(URL(string: "http://127.0.0.1:\(scene.server.port)/healthz")))
        // Other tests use the shared session, whose connections to a host are few.
        let session = URLSession(configuration: .ephemeral)
        for _ in 0..<20 {
            let first = await withTaskGroup(of: Int?.self) { requests in
                for _ in 0..<8 {
                    requests.addTask { try? await session.answer(to: request).response.statusCode }
                }
                let first = await requests.next()
                // The answers to the others are on their way.
                requests.cancelAll()
                return first ?? nil
            }
            #expect(first == 200)
        }
        session.finishTasksAndInvalidate()
        await scene.server.stop()
    }
}
