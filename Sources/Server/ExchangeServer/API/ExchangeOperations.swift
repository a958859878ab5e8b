internal import CallModel
internal import Clocks
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangePush
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import NIOCore
internal import Redaction
internal import WireJSON

/// Operations about the exchange itself: its health, its metrics, its calls.
enum ExchangeOperations {
    static let all = [root, document, health, metrics, clock, callStatus, iceServers]

    private static let root = APIOperation(
        id: "showRoot", method: .get, path: "/",
        summary: "Speaks Verto over WebSocket; tells other clients to ask for WebSocket.", tag: "exchange",
        access: .open, outcomes: [.problem(.upgradeRequired, "Ask for WebSocket.")], isLimited: false
    ) { _ in
        throw Problem(.upgradeRequired, "This address speaks Verto over WebSocket; the HTTP API is under /api/.")
    }

    private static let document = APIOperation(
        id: "showDocument", method: .get, path: "/api/openapi.json", summary: "This description of the API.",
        tag: "exchange", access: .open, outcomes: [.ok(.anyObject)], isLimited: false
    ) { _ in
        Response(
            status: .ok, headers: [.contentType: "application/json; charset=utf-8"],
            body: .init(byteBuffer: ByteBuffer(bytes: OpenAPIDocument.bytes)))
    }

    private static let metrics = APIOperation(
        id: "showMetrics", method: .get, path: "/metrics", summary: "Metrics in the text format of Prometheus.",
        tag: "exchange", access: .operatorOrLocal,
        outcomes: [
            APIAnswer(status: .ok, text: "The metrics.", shape: .text(.any(0...1_048_576)), mediaType: "text/plain")
        ], isLimited: false
    ) { call in
        let (admission, flushes) = (call.backend.admission, call.backend.flushes)
        let rings = call.backend.rings.counts
        let readings = try await readings(call.backend)
        let services = await call.backend.rings.pushes?.sender.metrics() ?? []
        let text = try await call.backend.onLoop {
            MetricsPage($0, admission.value, flushes.value, rings, services, readings).text
        }
        return Response(
            status: .ok, headers: [.contentType: "text/plain; version=0.0.4; charset=utf-8"],
            body: .init(byteBuffer: .init(string: text)))
    }

    private static let clock = APIOperation(
        id: "confirmClock", method: .post, path: "/api/clock/confirmation",
        summary: """
            Says that the clock is right, though it is far from the latest time the exchange has seen: past it, what \
            is old is deleted again; before it, that time counts no more, and every grace begins anew.
            """, tag: "exchange", access: .operatorOnly,
        outcomes: [
            .done, .problem(.serviceUnavailable, "The change holds until the next start, as it could not be stored."),
        ]
    ) { call in
        do throws(StorageError) {
            try call.backend.gate.confirm()
        } catch {
            throw Problem(.serviceUnavailable, "The change holds until the next start, as it could not be stored.")
        }
        return Response(status: .noContent)
    }

    private static func readings(_ backend: APIBackend) async throws -> MetricsPage.Readings {
        // The outbox uses the clock of the rings.
        let now = backend.rings.reach.clock.calendar
        let outbox = (try? await backend.inOutbox { try $0.outbox() }) ?? []
        let pending = try? await backend.inRecordings { try $0.pendingDeletions() }
        return MetricsPage.Readings(
            checkpointFailures: backend.store.upkeepFailures,
            outbox: outbox.map { ($0.kind.metricName, $0.count, max(0, (now - $0.oldest) / .seconds(1))) },
            latencies: backend.latency.all, certificateEnd: backend.settings.tls?.term.notAfter,
            retention: RetentionMetrics(backend.gate, pendingDeletions: pending ?? 0))
    }

    private static let healthShape = Shape.object(
        .needed("status", .choice(["ok", "stopping", "journal stalled", "journal failed"])),
        .needed("calls_lost_by_restart", .integer(0...Int64.max)),
        .needed("calls_recovered_by_restart", .integer(0...Int64.max)))

    private static let health = APIOperation(
        id: "showHealth", method: .get, path: "/healthz", summary: "Whether the exchange takes calls.",
        tag: "exchange", access: .open,
        outcomes: [
            .ok(healthShape, "The exchange takes calls."),
            APIAnswer(status: .serviceUnavailable, text: "It stops, or cannot store its changes.", shape: healthShape),
        ], isLimited: false
    ) { call in
        let (isDraining, journal) = try await call.backend.onLoop { ($0.isDraining, $0.journal) }
        let state =
            switch journal {
            case .failed: "journal failed"
            case .stalled: "journal stalled"
            case .writes: isDraining ? "stopping" : "ok"
            }
        return .json(
            [
                "status": .string(state),
                "calls_lost_by_restart": .integer(Int64(call.backend.restart.lost)),
                "calls_recovered_by_restart": .integer(Int64(call.backend.restart.recovered)),
            ],
            status: state == "ok" ? .ok : .serviceUnavailable)
    }

    /// An unknown call and one of other users get the same answer.
    private static let callStatus = APIOperation(
        id: "showCallStatus", method: .get, path: "/api/voip/call-status/{session}",
        summary: "The state of a live call, or the history of an ended one.", tag: "calls", access: .anyone,
        parameters: [APIParameter(name: "session", shape: .text(.identifier), text: "The call's session id, a UUID.")],
        outcomes: [.ok(CallReport.shape)]
    ) { call in
        guard let session = CallSessionID(call.path("session")),
            let report = try await call.backend.report(of: session, for: call.asker?.user)
        else { throw Problem.notFound }
        if let user = call.asker?.user, !report.users.contains(user) { throw Problem.notFound }
        return .json(report.json(for: call.asker?.user, call.backend.rings.deviceRegistry))
    }

    private static let iceShape = Shape.object(
        .needed("urls", .list(.text(.any(1...1_024)), atMost: 100)), .optional("username", .text(.any(0...1_024))),
        .optional("credential", .text(.any(0...1_024))), .optional("expires_at", .text(.moment)))

    private static let iceServers = APIOperation(
        id: "listIceServers", method: .get, path: "/api/voip/ice-servers",
        summary: """
            The STUN and TURN servers a device is to use. Where a relay shares a secret with the exchange, its \
            credentials are of the asking device, and end at `expires_at`: ask again before that, and before a \
            connection is restarted.
            """, tag: "calls", access: .anyone,
        outcomes: [.ok(.object(.needed("ice_servers", .list(iceShape, atMost: 100))))]
    ) { call in
        let (backend, holder) = (call.backend, call.asker?.key ?? "")
        let issued = backend.iceServers.map { IssuedIceServer($0, for: holder, at: backend.calendarNow) }
        return .json(["ice_servers": .array(issued.map(\.json))])
    }
}

extension IssuedIceServer {
    var json: JSONValue {
        var object: JSONObject = ["urls": .array(urls.map { .string($0) })]
        object["username"] = username.map { .string($0.revealed) }
        object["credential"] = credential.map { .string($0.revealed) }
        object["expires_at"] = expiresAt.map { .string(Timestamp.text(microseconds: $0)) }
        return .object(object)
    }
}

/// The audit of changes, for operators and users.
enum AuditOperations {
    static let all = [list, listOwn]

    private static let shape = Shape.object(
        .needed("id", .integer(1...Int64.max)), .needed("at", .text(.moment)), .needed("actor", .text(.any(1...200))),
        .needed("action", .text(.any(1...64))), .needed("subject", .text(.any(0...300))))

    private static let list = APIOperation(
        id: "listAudit", method: .get, path: "/api/audit",
        summary: "The changes of accounts with their authors, the latest first; kept for 400 days.", tag: "exchange",
        access: .operatorOnly, query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("entries", of: shape))]
    ) { call in try await page(by: nil, call) }

    private static let listOwn = APIOperation(
        id: "listOwnAudit", method: .get, path: "/api/account/audit",
        summary: "The acts of the user, the latest first: sign-ins, and devices with why they were revoked.",
        tag: "sessions", access: .person, query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("entries", of: shape))]
    ) { call in try await page(by: AuditEntry.actor(ofUser: try call.user().rawValue), call) }

    private static func page(by actor: String?, _ call: APICall) async throws -> Response {
        let before = call.cursor.flatMap { Int64($0) }
        let entries = try await call.backend.accounts.audit(by: actor, before: before, atMost: call.limit)
        return .json(
            OrganizationDocument.page("entries", entries, limit: call.limit, cursor: { "\($0.id)" }) { json($0) })
    }

    private static func json(_ entry: AuditEntry) -> JSONValue {
        [
            "id": .integer(entry.id), "at": .string(Timestamp.text(microseconds: entry.at)),
            "actor": .string(entry.actor), "action": .string(entry.action), "subject": .string(entry.subject),
        ]
    }
}
