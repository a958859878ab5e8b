internal import CallModel
internal import ExchangeCore
internal import HTTPTypes
internal import Hummingbird
internal import Redaction
internal import WireJSON

/// The addresses of the HTTP API.
enum APIRoutes {
    static func router(_ backend: APIBackend) -> Router<APIContext> {
        let router = Router(context: APIContext.self)
        router.middlewares.add(ProblemMiddleware())
        router.get("/") { _, _ -> Response in
            throw Problem(.upgradeRequired, "This address speaks Verto over WebSocket; the HTTP API is under /api/.")
        }
        router.get("/healthz") { _, _ in try await health(backend) }
        router.get("/metrics") { request, context in
            let isForwarded = request.headers.contains(.xForwardedFor) || request.headers.contains(.forwarded)
            if !context.isLocal || isForwarded { try await requireOperator(request, context, backend) }
            return try await metrics(backend)
        }
        router.get("/api/voip/call-status/:session") { request, context in
            try await callStatus(request, context, backend)
        }
        router.get("/api/voip/ice-servers") { request, context -> Response in
            guard try await asker(of: request, context, backend) != nil else { throw Problem.unauthorized() }
            return .json(["ice_servers": .array(backend.iceServers.map(\.json))])
        }
        UserRoutes.add(to: router, backend)
        return router
    }

    /// - Throws: `Problem` unless a token of the API is given.
    static func requireOperator(_ request: Request, _ context: APIContext, _ backend: APIBackend) async throws {
        switch try await asker(of: request, context, backend) {
        case .operatorToken: return
        case .user: throw Problem(.forbidden, "This takes an API token; a user's credentials do not suffice.")
        case nil: throw Problem.unauthorized()
        }
    }

    private static func asker(
        of request: Request, _ context: APIContext, _ backend: APIBackend
    ) async throws -> APIAsker? {
        try await backend.asker(authorization: request.headers[.authorization], from: context.address)
    }

    private static func health(_ backend: APIBackend) async throws -> Response {
        let (isDraining, hasFailed) = try await backend.onLoop { ($0.isDraining, $0.hasFailed) }
        let state = hasFailed ? "journal failed" : isDraining ? "stopping" : "ok"
        return .json(
            ["status": .string(state), "calls_lost_by_restart": .integer(Int64(backend.callsLostByRestart))],
            status: isDraining ? .serviceUnavailable : .ok)
    }

    private static func metrics(_ backend: APIBackend) async throws -> Response {
        let text = try await backend.eventLoop.submit {
            MetricsPage(backend.gateway.value, backend.admission.value, backend.flushes.value).text
        }.get()
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: .init(byteBuffer: .init(string: text)))
    }

    /// A call that is not there and one that is not the asker's cannot be told apart.
    private static func callStatus(
        _ request: Request, _ context: APIContext, _ backend: APIBackend
    ) async throws -> Response {
        guard let asker = try await asker(of: request, context, backend) else { throw Problem.unauthorized() }
        let text = context.parameters.get("session")
        guard let session = text.flatMap({ CallSessionID($0) }), let report = try await backend.report(of: session)
        else {
            throw Problem.notFound
        }
        if case .user(let user) = asker, !report.users.contains(user) { throw Problem.notFound }
        return .json(report.json)
    }
}

extension HTTPField.Name {
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For") ?? .from
    static let forwarded = HTTPField.Name("Forwarded") ?? .from
}

extension IceServerEntry {
    var json: JSONValue {
        var object: JSONObject = ["urls": .array(urls.map { .string($0) })]
        object["username"] = username.map { .string($0.revealed) }
        object["credential"] = credential.map { .string($0.revealed) }
        return .object(object)
    }
}
