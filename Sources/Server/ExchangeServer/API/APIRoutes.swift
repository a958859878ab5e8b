internal import HTTPTypes
internal import Hummingbird
internal import Logging

/// The addresses of the HTTP API.
enum APIRoutes {
    /// Every operation the document tells of.
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
        OperationRouter(backend: backend, logger: logger).add(table, to: router)
        return router
    }
}

extension HTTPField.Name {
    static let xForwardedFor = HTTPField.Name("X-Forwarded-For") ?? .from
    static let forwarded = HTTPField.Name("Forwarded") ?? .from
}
