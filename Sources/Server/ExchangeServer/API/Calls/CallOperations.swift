internal import CallModel
internal import ExchangeCarrier
internal import ExchangeCore
internal import ExchangeStorage
internal import HTTPTypes
internal import RingCore
internal import WireJSON

/// The history of calls, and the users who are in one.
enum CallOperations {
    static let all = [history, busy]

    /// The most users of one query: a favorites page, or a group.
    private static let askedMax = 50

    private static let history = APIOperation(
        id: "listCalls", method: .get, path: "/api/calls",
        summary: """
            The user's calls that are remembered, those to numbers among them, the latest first; with an API token \
            the calls of all users.
            """,
        tag: "calls", access: .anyone,
        query: OrganizationDocument.pageQuery + [
            APIParameter(name: "user", shape: .text(.name), text: "Only calls of a user; for API tokens.")
        ],
        outcomes: [.ok(OrganizationDocument.page("calls", of: CallReport.shape))]
    ) { call in
        let asker = call.asker?.user
        let user = asker?.rawValue ?? call.query["user"]?.string
        let before = call.cursor.flatMap { CallSessionID($0) }
        let limit = call.limit
        let found = try await call.backend.inCalls { try $0.history(of: user, before: before, atMost: limit) }
        // The state in memory is newer than the stored one.
        let clock = call.backend.clock
        let reports = try await call.backend.onLoop { gateway in
            found.map { stored in
                let remembered = gateway.runner.exchange.status(of: stored.session)
                let report = remembered.map { CallReport($0, clock: clock) } ?? CallReport(stored)
                return (stored.session, report.named(for: asker, gateway))
            }
        }
        return .json(
            OrganizationDocument.page("calls", reports, limit: limit, cursor: { $0.0.description }) { $0.1.json })
    }

    private static let busyShape = Shape.object(
        .needed("user", .text(.any(1...128))), .needed("busy", .boolean),
        .needed("live_calls", .integer(0...Int64.max)), .needed("devices", .integer(0...Int64.max)))

    /// Unknown users and users who are no colleagues are left out alike.
    private static let busy = APIOperation(
        id: "listBusyUsers", method: .get, path: "/api/voip/busy",
        summary: "Which of some users are in a call, and on how many devices each is reached. Users see colleagues.",
        tag: "calls", access: .anyone,
        query: [
            APIParameter(
                name: "user", shape: .list(.text(.name), atMost: askedMax),
                text: "A user to ask about, repeated for more; left out: the asker.")
        ],
        outcomes: [.ok(.object(.needed("users", .list(busyShape, atMost: askedMax))))]
    ) { call in
        let own = call.asker?.user?.rawValue
        let asked = call.query["user"]?.array?.compactMap(\.string) ?? own.map { [$0] } ?? []
        var seen = asked
        if let own {
            let colleagues = try await call.backend.accounts.colleagues(of: own, among: asked)
            seen = asked.filter { $0 == own || colleagues.contains($0) }
        }
        var users: [(id: UserID, publicCalls: Int)] = []
        for name in seen {
            let user = UserID(name)
            users.append((user, await call.backend.rings.engine.callCount(of: user)))
        }
        let counted = users
        let states = try await call.backend.onLoop { gateway in
            counted.filter { gateway.directory.users[$0.id.rawValue] != nil }
                .map { state(of: $0.id, publicCalls: $0.publicCalls, gateway) }
        }
        return .json(["users": .array(states)])
    }

    private static func state(of user: UserID, publicCalls: Int, _ gateway: VertoGateway) -> JSONValue {
        let calls = gateway.runner.exchange.liveCallCount(of: user) + publicCalls
        return [
            "user": .string(user.rawValue), "busy": .bool(calls > 0), "live_calls": .integer(Int64(calls)),
            "devices": .integer(Int64(gateway.runner.exchange.devices(of: user).count)),
        ]
    }
}
