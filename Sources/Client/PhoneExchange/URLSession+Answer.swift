package import Foundation

#if canImport(FoundationNetworking)
    package import FoundationNetworking
#endif

extension URLSession {
    /// Sends a request and waits for the whole answer.
    ///
    /// On Linux a canceled caller stops waiting, and the request itself goes on until its answer or its time limit:
    /// when a request is canceled while it completes, Foundation there traps ("a task that in not in the registry") or
    /// never returns.
    ///
    /// - Throws: `URLError` if no answer came in time or it is not HTTP, `CancellationError` (on Apple's platforms
    ///   `URLError`) if the calling task was cancelled.
    package func answer(to request: URLRequest) async throws -> (body: Data, response: HTTPURLResponse) {
        #if canImport(FoundationNetworking)
            let (answers, report) = AsyncThrowingStream<(Data?, URLResponse?), any Error>.makeStream()
            dataTask(with: request) { body, response, error in
                if error == nil { report.yield((body, response)) }
                report.finish(throwing: error)
            }.resume()
            for try await (body, response) in answers {
                guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
                return (body ?? Data(), response)
            }
            throw CancellationError()
        #else
            let (body, response) = try await data(for: request)
            guard let response = response as? HTTPURLResponse else { throw URLError(.badServerResponse) }
            return (body, response)
        #endif
    }
}
