internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// The routes of the HTTP API.
enum APIRoutes {
    /// All documented operations.
    static let operations: [APIOperation] =
        ExchangeOperations.all + UserOperations.all + UserChangeOperations.all + NumberOperations.all
        + SessionOperations.all + DeviceOperations.all
        + OrganizationOperations.all + InvitationOperations.all + SwitchOperation.all + CarrierTokenOperation.all
        + AppleOperations.all
        + CallOperations.all + [ClaimOperation.claim, CallRequestOperation.request] + AuditOperations.all
        + VoicemailOperations.all + RecordingOperations.all

    private static let table = OperationTable(operations)

    static func router(_ backend: APIBackend, logger: Logger) -> Router<APIContext> {
        let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
        if !backend.corsOrigins.isEmpty { router.middlewares.add(CORSMiddleware(origins: backend.corsOrigins)) }
        router.middlewares.add(ProblemMiddleware(logger: logger))
        router.middlewares.add(BrowserPhoneMiddleware(backend))
        OperationRouter(backend: backend, logger: logger).add(table, to: router)
        return router
    }
}

extension HTTPField.Name {
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For") ?? .from
    static let forwarded = HTTPField.Name("Forwarded") ?? .from
}

/// Lets pages of configured origins use the API in a browser. Source: Fetch Standard §3.3.
///
/// Credentials are never allowed: the API uses no cookies, and a page has its bearer token.
struct CORSMiddleware: RouterMiddleware {
    /// The seconds for which a browser caches the answer; short, so that a changed configuration takes effect soon.
    static let maxAge = 600

    /// Such as `https://app.example.com`; `*`: every origin.
    let origins: [String]

    func handle(
        _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = request.headers[.origin] else { return try await next(request, context) }
        let isAllowed = origins.contains(origin) || origins.contains("*")
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            return isAllowed
                ? preflight(origin) : Problem(.forbidden, "Pages of that origin may not use the API.").response
        }
        var response = try await next(request, context)
        response.headers[.vary] = "Origin"
        guard isAllowed else { return response }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "Retry-After"
        return response
    }

    private func preflight(_ origin: String) -> Response {
        Response(
            status: .noContent,
            headers: [
                .accessControlAllowOrigin: origin, .vary: "Origin",
                .accessControlAllowMethods: "GET, POST, PUT, PATCH, DELETE",
                .accessControlAllowHeaders: "Authorization, Content-Type, Idempotency-Key",
                .accessControlMaxAge: String(Self.maxAge),
            ])
    }
}
