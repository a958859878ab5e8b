internal import HTTPTypes
internal import Hummingbird

/// Lets pages of named origins ask the API from a browser. Source: Fetch Standard §3.3.
///
/// Credentials are never allowed: the API knows no cookies, and a page has its bearer token.
struct CORSMiddleware: RouterMiddleware {
    /// Seconds a browser remembers the answer: a change of the configuration is seen soon.
    static let maxAge = 600

    /// Such as `https://app.example.com`; `*`: every origin.
    let origins: [String]

    func handle(
        _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        guard let origin = request.headers[.origin] else { return try await next(request, context) }
        let isAllowed = origins.contains(origin) || origins.contains("*")
        if request.method == .options, request.headers[.accessControlRequestMethod] != nil {
            return isAllowed ? preflight(origin) : Problem(.forbidden, "That origin may not ask.").response
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
