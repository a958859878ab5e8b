internal import Verto
internal import WireJSON

// The control of the edge: its state and planned faults.

extension TelnyxParty {
    /// Answers the control under `/standin/edge/`; nil for an unknown request.
    mutating func controlEdge(
        _ method: String, _ path: ArraySlice<Substring>, _ body: JSONObject, at now: Duration
    ) -> StandinResponse? {
        let user = body["user"]?.string
        switch (method, path.first) {
        case ("GET", nil): return .json(shownEdge)
        case ("POST", "cut"): for number in numbers(of: user) { cut(number, at: now) }
        case ("POST", "punt"): for number in numbers(of: user) { pass(.punt, to: number, at: now) }
        case ("POST", "restart"): restartEdge(at: now)
        case ("POST", "slow"): edge.delay = .milliseconds(max(body["ms"]?.integer ?? 0, 0))
        case ("POST", "gateway"):
            setGateway(body["state"]?.string ?? "REGED", of: user, isReported: body["told"]?.bool ?? false, at: now)
        case ("POST", "faults"):
            guard let fault = EdgeFault(body) else {
                return .json(["error": "kind must be one of lose, delay, double, refuse_login, cut"], status: 400)
            }
            return edge.faults.add(fault)
                ? .json([:], status: 201) : .json(["error": "too many faults"], status: 400)
        case ("DELETE", "faults"): edge.faults.clear()
        case ("GET", "reports"):
            return .json(["reports": .array(callReports.all.map { .object($0) })])
        case ("GET", "pushes"):
            return .json([
                "pushes": .array(
                    pushes.all.map { push -> JSONValue in
                        [
                            "device": .string(push.device), "provider": .string(push.provider),
                            "payload": .object(push.payload),
                        ]
                    }),
                "statuses": .array(pushStatuses.all.map { .integer(Int64($0)) }),
            ])
        default: return nil
        }
        return .json([:])
    }

    /// Takes call reports, which Telnyx's clients upload from pages of any origin. Source: Telnyx's JavaScript SDK
    /// 2.27.
    mutating func handleCallReport(_ request: StandinRequest) -> StandinResponse? {
        guard request.path == "/call_report" else { return nil }
        if request.method == "POST", let report = request.object { callReports.append(report) }
        let headers = [
            StandinHeader("access-control-allow-origin", "*"), StandinHeader("access-control-allow-headers", "*"),
        ]
        return StandinResponse(status: request.method == "POST" ? 200 : 204, headers: headers)
    }

    /// The sockets of a user; nil for all sockets.
    private func numbers(of user: String?) -> [Int] {
        edge.sockets.values.filter { user == nil || $0.user == user }.map(\.number).sorted()
    }

    private var shownEdge: JSONObject {
        let sockets = edge.sockets.values.sorted { $0.number < $1.number }.map { socket -> JSONValue in
            [
                "number": .integer(Int64(socket.number)), "user": .string(socket.user ?? ""),
                "voice_sdk_id": .string(socket.edge), "region": .string(socket.region ?? "auto"),
                "is_registered": .bool(socket.user.map { edge.registrations[$0] == socket.number } ?? false),
                "is_dead": .bool(socket.isDead),
            ]
        }
        let calls = edge.callOrder.compactMap { edge.calls[$0] }.map { call -> JSONValue in
            [
                "call_id": .string(call.id), "call_control_id": .string(call.leg), "user": .string(call.user),
                "phase": .string("\(call.phase)"), "is_held": .bool(call.isHeld),
                "is_from_phone": .bool(call.isFromPhone),
            ]
        }
        return ["sockets": .array(sockets), "calls": .array(calls)]
    }

    /// Simulates a restart of the edge, which loses sockets, registrations, waiting INVITEs and edge names, so that old
    /// addresses are unknown. Answered calls wait for their phones.
    mutating func restartEdge(at now: Duration) {
        for number in numbers(of: nil) { cut(number, at: now) }
        edge.registrations = [:]
        edge.edges = []
        for call in edge.calls.values where call.phase == .parked { leave(call, .normalTemporaryFailure, at: now) }
    }
}

/// A planned fault at the edge.
public struct EdgeFault: Hashable, Sendable {
    /// What happens to a message that the fault affects.
    public enum Kind: Hashable, Sendable {
        /// The message is lost.
        case lose
        /// The message is delayed; later ones may overtake it.
        case delay(Duration)
        /// The message arrives twice.
        case double
        /// A valid login is refused. Source of the text: `VertoLoginRefusal`.
        case refuseLogin
        /// The socket is cut instead of the message.
        case cut
    }

    /// The name of the end of a phone's socket, which counts as a message of the phone.
    public static let ending = "close"

    /// The fault.
    public var kind: Kind
    /// The method as on the wire, without prefix: `invite`, `answer`, `login` …; for a reply, the method of its
    /// request; nil for any. ``ending`` is the end of a phone's socket, which the edge then never notices, or notices
    /// late.
    public var method: String?
    /// Whether messages to the phone are affected, as opposed to messages of the phone.
    public var isToPhone: Bool
    /// The `sip_username` of affected sockets; nil for any.
    public var user: String?
    /// The number of matching messages to pass before the fault applies.
    public var after: Int
    /// The number of messages it affects; nil for all later ones.
    public var count: Int?

    public init(
        _ kind: Kind, method: String? = nil, isToPhone: Bool = true, user: String? = nil, after: Int = 0,
        count: Int? = 1
    ) {
        self.kind = kind
        self.method = method
        self.isToPhone = isToPhone
        self.user = user
        self.after = after
        self.count = count
    }
}

/// A list of planned faults at the edge.
struct EdgeFaultPlan: Hashable, Sendable {
    private static let countMax = 1_000

    private var faults: [EdgeFault] = []

    @discardableResult
    mutating func add(_ fault: EdgeFault) -> Bool {
        guard faults.count < Self.countMax else { return false }
        faults.append(fault)
        return true
    }

    mutating func clear() { faults.removeAll() }

    /// Takes the fault for a message: the first matching one that is due.
    mutating func use(method: String, isToPhone: Bool, user: String?) -> EdgeFault.Kind? {
        for index in faults.indices {
            let fault = faults[index]
            guard fault.isToPhone == isToPhone, fault.method.map({ $0 == method }) ?? (method != EdgeFault.ending),
                fault.user.map({ $0 == user }) ?? true
            else { continue }
            if fault.after > 0 {
                faults[index].after -= 1
                continue
            }
            if let count = fault.count {
                faults[index].count = count - 1
                if count <= 1 { faults.remove(at: index) }
            }
            return fault.kind
        }
        return nil
    }
}

extension EdgeFault {
    /// Reads `{"kind", "ms"?, "method"?, "to_phone"?, "user"?, "after"?, "count"?}`; count 0 means without end.
    init?(_ object: JSONObject) {
        let kind: Kind
        switch object["kind"]?.string {
        case "lose": kind = .lose
        case "delay": kind = .delay(.milliseconds(object["ms"]?.integer ?? 0))
        case "double": kind = .double
        case "refuse_login": kind = .refuseLogin
        case "cut": kind = .cut
        default: return nil
        }
        let isLogin = kind == .refuseLogin
        let count = Int(object["count"]?.integer ?? 1)
        self.init(
            kind, method: object["method"]?.string ?? (isLogin ? "login" : nil),
            isToPhone: object["to_phone"]?.bool ?? !isLogin, user: object["user"]?.string,
            after: Int(object["after"]?.integer ?? 0), count: count == 0 ? nil : count)
    }
}
