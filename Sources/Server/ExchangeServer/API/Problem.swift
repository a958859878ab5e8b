internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import HummingbirdCore
internal import Logging
internal import NIOCore
internal import WireJSON

/// An error of the API, sent as `application/problem+json`. Source: RFC 9457.
struct Problem: Error {
    let status: HTTPResponse.Status
    /// The problem and its remedy; contains nothing of the request.
    let detail: String
    var headers: HTTPFields = [:]

    init(_ status: HTTPResponse.Status, _ detail: String) {
        self.status = status
        self.detail = detail
    }

    static let notFound = Problem(.notFound, "It does not exist, or you may not see it.")

    /// Basic is accepted but not offered: a browser would ask the person for it, and Foundation's URL session on Linux
    /// never ends a task that was offered it (observed with Swift 6.3).
    static func unauthorized() -> Problem {
        var problem = Problem(.unauthorized, "Give an API token (Bearer) or a user's login and password (Basic).")
        problem.headers[.wwwAuthenticate] = "Bearer realm=\"carillon\""
        return problem
    }

    /// - Parameter wait: the time until another attempt is checked.
    static func tooManyFailures(wait: Duration) -> Problem {
        var problem = Problem(.tooManyRequests, "Too many wrong passwords of this login came from this address; wait.")
        problem.headers[.retryAfter] = String(wait.components.seconds + 1)
        return problem
    }

    /// Too many passwords are being checked at once.
    static let tooManyPasswords: Problem = {
        var problem = Problem(.tooManyRequests, "Too many passwords are being checked; try again.")
        problem.headers[.retryAfter] = "1"
        return problem
    }()

    /// - Parameter wait: the time until another request is accepted.
    static func tooManyRequests(wait: Duration) -> Problem {
        var problem = Problem(.tooManyRequests, "Too many requests came; wait.")
        problem.headers[.retryAfter] = String(wait.components.seconds + 1)
        return problem
    }

    /// The answer when the disk is full, missing or busy.
    static let notStored = {
        var problem = Problem(.serviceUnavailable, "Nothing can be stored now; try again in a moment.")
        problem.headers[.retryAfter] = "5"
        return problem
    }()

    static let contentType = "application/problem+json"

    var body: [UInt8] {
        let object: JSONObject = [
            "type": "about:blank", "title": .string(status.reasonPhrase), "status": .integer(Int64(status.code)),
            "detail": .string(detail),
        ]
        return JSONWriter.bytes(of: .object(object))
    }

    var response: Response {
        var fields = headers
        fields[.contentType] = Self.contentType
        return Response(status: status, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: body)))
    }
}

/// Turns every error into an answer of the API, without revealing internals.
struct ProblemMiddleware: RouterMiddleware {
    let logger: Logger

    func handle(
        _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch {
            let response = Self.response(to: error)
            // Only the method and the kind of error are logged: addresses and errors may contain secrets.
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
        case is StorageError: Problem(.internalServerError, "The database failed; try again.").response
        case is NIOTooManyBytesError: Problem(.contentTooLarge, "The body is larger than the limit.").response
        case let error as HTTPError where error.status == .notFound:
            Problem(.notFound, "There is no such address.").response
        case let error as HTTPError: Problem(error.status, error.body ?? "The request cannot be followed.").response
        default: Problem(.internalServerError, "The exchange failed here; its log says why.").response
        }
    }
}

extension Response {
    static func json(_ value: JSONValue, status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: [.contentType: "application/json; charset=utf-8", .cacheControl: "no-store"],
            body: .init(byteBuffer: ByteBuffer(bytes: JSONWriter.bytes(of: value))))
    }
}
