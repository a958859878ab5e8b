internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import WireJSON

/// The addresses of the HTTP API.
enum APIRoutes {
    /// Every operation the document tells of.
    static let operations =
        ExchangeOperations.all + UserOperations.all + SessionOperations.all + DeviceOperations.all
        + OrganizationOperations.all + SwitchOperation.all + AppleOperations.all
        + CallOperations.all

    static func router(_ backend: APIBackend) -> Router<APIContext> {
        let router = Router(context: APIContext.self, options: .autoGenerateHeadEndpoints)
        if !backend.corsOrigins.isEmpty { router.middlewares.add(CORSMiddleware(origins: backend.corsOrigins)) }
        router.middlewares.add(ProblemMiddleware())
        router.get("/") { _, _ -> Response in
            throw Problem(.upgradeRequired, "This address speaks Verto over WebSocket; the HTTP API is under /api/.")
        }
        router.get("/metrics") { request, context in try await metrics(request, context, backend) }
        let document = JSONWriter.bytes(of: OpenAPIDocument.json(of: operations))
        router.get(RouterPath(OpenAPIDocument.path)) { _, _ in
            Response(
                status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
                body: .init(byteBuffer: ByteBuffer(bytes: document)))
        }
        OperationRouter(backend: backend).add(operations, to: router)
        return router
    }

    /// For this machine's own, without a proof; for others with an API token.
    private static func metrics(
        _ request: Request, _ context: APIContext, _ backend: APIBackend
    ) async throws -> Response {
        let isForwarded = request.headers.contains(.xForwardedFor) || request.headers.contains(.forwarded)
        if !context.isLocal || isForwarded {
            let asker = try await backend.asker(authorization: request.headers[.authorization], from: context.address)
            guard let asker else { throw Problem.unauthorized() }
            guard case .operatorToken = asker else {
                throw Problem(.forbidden, "This takes an API token; a user's credentials do not suffice.")
            }
        }
        let text = try await backend.eventLoop.submit {
            MetricsPage(backend.gateway.value, backend.admission.value, backend.flushes.value).text
        }.get()
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: .init(byteBuffer: .init(string: text)))
    }
}

extension HTTPField.Name {
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For") ?? .from
    static let forwarded = HTTPField.Name("Forwarded") ?? .from
}
