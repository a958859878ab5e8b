internal import ExchangeCarrier
internal import ExchangeCore
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import WireJSON

/// Serves the browser phone at `/web/phone/`, and beside it the modules that its page imports.
///
/// It is no route of the API: other addresses, and all of them while the phone is switched off, are answered as if it
/// were not there.
struct BrowserPhoneMiddleware: RouterMiddleware {
    /// The address of the page.
    static let page = "/web/phone/"
    private static let root = "/web/"

    private let backend: APIBackend
    /// The key of the exchange's own application; nil without one.
    private let broadcastKey: String?
    /// The carrier where public calls ring the page, as a source of its policy; empty without one.
    private let carrier: String

    /// - Parameter backend: its configuration at the start, as the exchange's own application does not change later.
    init(_ backend: APIBackend) {
        self.backend = backend
        broadcastKey = backend.settings.current.configuration.broadcastApps.first?.key
        carrier = Self.source(backend.settings.current.configuration.telnyx?.settings.webRTCAddress)
    }

    func handle(
        _ request: Request, context: APIContext, next: (Request, APIContext) async throws -> Response
    ) async throws -> Response {
        guard request.uri.path.hasPrefix(Self.root), let files = backend.settings.browserPhone,
            let answer = answer(to: request, files)
        else { return try await next(request, context) }
        try backend.rateLimiter.admit(nil, from: context.address)
        return try restricted(answer, to: request)
    }

    /// The answer to a GET; nil: there is no such address.
    private func answer(to request: Request, _ files: BrowserPhoneFiles) -> Response? {
        switch request.uri.path {
        case "/web/phone":
            // Relative, so that it is right behind a proxy that puts a prefix before the path.
            return Response(status: .permanentRedirect, headers: [.location: "phone/", .cacheControl: "no-cache"])
        case "/web/phone/config.json": return .json(configuration)
        case Self.page: return files[BrowserPhoneFiles.page].map { Self.file($0, for: request) }
        case let path: return files[String(path.dropFirst(Self.root.count))].map { Self.file($0, for: request) }
        }
    }

    /// What the page is told of its exchange: without more, it is the page's own server.
    private var configuration: JSONValue {
        var object: JSONObject = [:]
        object["broadcast_key"] = broadcastKey.map { .string($0) }
        // The operator's word for the calls is the one for the operator's page as well.
        if backend.settings.current.configuration.calling.connectsColleaguesWhileRinging {
            object["connects_while_ringing"] = true
        }
        return .object(object)
    }

    private static func file(_ file: BrowserPhoneFiles.File, for request: Request) -> Response {
        let headers: HTTPFields = [.eTag: file.entityTag, .cacheControl: "no-cache"]
        if has(request.headers[.ifNoneMatch], file.entityTag) {
            return Response(status: .notModified, headers: headers)
        }
        var response = Response(status: .ok, headers: headers, body: .init(byteBuffer: file.content))
        response.headers[.contentType] = file.type
        return response
    }

    /// Source: RFC 9110 §13.1.2, which compares weakly.
    private static func has(_ header: String?, _ tag: String) -> Bool {
        guard let header else { return false }
        return header.split(separator: ",").contains { part in
            let one = part.drop(while: { $0 == " " }).prefix { $0 != " " }
            return one == "*" || (one.hasPrefix("W/") ? one.dropFirst(2) : one) == tag
        }
    }

    // MARK: - Restrictions of the page in a browser

    /// Refuses other methods, leaves out the body for HEAD, and adds the headers that restrict the page.
    private func restricted(_ answer: Response, to request: Request) throws(Problem) -> Response {
        guard request.method == .get || request.method == .head else {
            var problem = Problem(.methodNotAllowed, "This address takes: GET, HEAD.")
            problem.headers[.allow] = "GET, HEAD"
            throw problem
        }
        var response = request.method == .head ? answer.createHeadResponse() : answer
        response.headers[.contentSecurityPolicy] = Self.policy(at: request.head.authority, carrier)
        response.headers[.xContentTypeOptions] = "nosniff"
        response.headers[.referrerPolicy] = "no-referrer"
        response.headers[.permissionsPolicy] = "microphone=(self), speaker-selection=(self), camera=()"
        response.headers[.crossOriginOpenerPolicy] = "same-origin"
        return response
    }

    /// No script, style or address but the exchange's own, and the carrier's for public calls. Messages of voicemail
    /// are fetched with a token and played from memory, hence `blob:`.
    private static func policy(at authority: String?, _ carrier: String) -> String {
        """
        default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; media-src blob:; \
        connect-src 'self'\(sockets(at: authority))\(carrier); base-uri 'none'; form-action 'none'; \
        frame-ancestors 'none'; require-trusted-types-for 'script'
        """
    }

    /// The page's own sockets, which `'self'` does not cover in Safari before 15.4. A host with other characters could
    /// add to the policy, and an IPv6 address in brackets cannot be written in it (CSP3 §2.3.1).
    private static func sockets(at authority: String?) -> String {
        guard let authority, !authority.isEmpty, authority.utf8.allSatisfy(isHostByte) else { return "" }
        return " ws://\(authority) wss://\(authority)"
    }

    /// Scheme, host and port of a carrier's address.
    private static func source(_ address: String?) -> String {
        guard let address, let mark = address.firstRange(of: "://") else { return "" }
        let authority = address[mark.upperBound...].prefix { !"/?#".contains($0) }
        guard !authority.isEmpty, authority.utf8.allSatisfy(isHostByte) else { return "" }
        return " \(address[..<mark.lowerBound])://\(authority)"
    }

    private static func isHostByte(_ byte: UInt8) -> Bool {
        (48...57).contains(byte) || (97...122).contains(byte | 0x20) || "-.:".utf8.contains(byte)
    }
}

extension HTTPField.Name {
    fileprivate static let referrerPolicy = HTTPField.Name("Referrer-Policy") ?? .from
    fileprivate static let permissionsPolicy = HTTPField.Name("Permissions-Policy") ?? .from
    fileprivate static let crossOriginOpenerPolicy = HTTPField.Name("Cross-Origin-Opener-Policy") ?? .from
}
