package import Foundation

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

extension URLSession {
    /// Sends a request and waits for the whole answer.
    ///
    /// A cancelled caller stops waiting, and the request itself ends with its answer or its time limit: Foundation on Linux
    /// traps when a request is cancelled while it completes ("a task that in not in the registry").
    ///
    /// - Throws: `URLError` if no answer came in time, `CancellationError` if the calling task was cancelled.
    package func answer(to request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
        let (answers, report) = AsyncThrowingStream<(body: Data, response: HTTPURLResponse), any Error>.makeStream()
        dataTask(with: request) { body, response, error in
            guard let body, let response = response as? HTTPURLResponse else {
                return report.finish(throwing: error ?? URLError(.badServerResponse))
            }
            report.yield((body, response))
            report.finish()
        }.resume()
        for try await answer in answers { return answer }
        throw CancellationError()
    }
}
