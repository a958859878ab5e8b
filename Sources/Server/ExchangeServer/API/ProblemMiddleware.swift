internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore

/// Makes every error an answer of the API's form, and never says more than it should.
struct ProblemMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let response = Self.response(to: error)
            // The operation and the kind of error only: addresses and errors may hold what is secret.
            if response.status == .internalServerError || error is StorageError {
                let what = (error as? StorageError).map { "\($0)" } ?? "\(type(of: error))"
                logger.error("\(request.method) of the API failed: \(what)")
            }
            return response
        }
    }

    static func response(to error: any Error) -> Response {
        switch error {
        case let problem as Problem: problem.response
        case let error as StorageError where error.isForTheMoment: Problem.notStored.response
        case is StorageError: Problem(.internalServerError, "The database did not do it; try again.").response
        case is NIOTooManyBytesError: Problem(.contentTooLarge, "The body is larger than the limit.").response
        case let error as HTTPError where error.status == .notFound:
            Problem(.notFound, "There is no such address.").response
        case let error as HTTPError: Problem(error.status, error.body ?? "The request cannot be followed.").response
        default: Problem(.internalServerError, "Something of ours broke; the log says what.").response
        }
    }
}
