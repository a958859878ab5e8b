extension Result where Failure == any Error {
    /// What came of something that waits.
    init(awaiting body: () async throws -> Success) async {
        do { self = .success(try await body()) } catch { self = .failure(error) }
    }
}
