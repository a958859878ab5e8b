import ExchangeServer
import NIOHTTP1

extension ExchangeServer {
    /// Has the disk full until nothing can be stored at all: a half full page takes some more.
    func fillDisk() async throws {
        try fillStore(true)
        // on purpose: each filler takes up some of the room that is left
        for number in 1...10_000 {
            let made = try await TestHTTP.ask(
                self, .POST, "/api/organizations", authorization: TestHTTP.bearer(TestExchange.token),
                body: #"{"id":"filler-\#(number)","name":"Filler"}"#)
            guard made.status != 201 else { continue }
            guard made.status >= 500 else { throw TestFailure(description: "a filler is answered \(made.status)") }
            return
        }
        throw TestFailure(description: "the disk does not become full")
    }
}
