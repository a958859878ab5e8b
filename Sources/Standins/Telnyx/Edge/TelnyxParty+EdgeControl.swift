internal import Verto
internal import WireJSON

// What goes wrong at the edge on demand, and what there is.

extension TelnyxParty {
    /// The control under `/standin/edge/`. Nil: no such thing.
    mutating func controlEdge(
        _ method: String, _ path: ArraySlice<Substring>, _ body: JSONObject, at now: Duration
    ) -> StandinResponse? {
        let user = body["user"]?.string
        switch (method, path.first) {
        case ("GET", nil): return .json(shownEdge)
        case ("POST", "cut"): for number in numbers(of: user) { cut(number, at: now) }
        case ("POST", "punt"): for number in numbers(of: user) { tell(.punt, to: number, at: now) }
        case ("POST", "restart"): restartEdge(at: now)
        case ("POST", "slow"): edge.delay = .milliseconds(max(body["ms"]?.integer ?? 0, 0))
        case ("POST", "gateway"):
            setGateway(body["state"]?.string ?? "REGED", of: user, isTold: body["told"]?.bool ?? false, at: now)
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

    /// Telnyx's clients upload what they measured of a call, from pages of any origin. Source: Telnyx's JavaScript SDK 2.27.
    mutating func takeCallReport(_ request: StandinRequest) -> StandinResponse? {
        guard request.path == "/call_report" else { return nil }
        if request.method == "POST", let report = request.object { callReports.append(report) }
        let headers = [
            StandinHeader("access-control-allow-origin", "*"), StandinHeader("access-control-allow-headers", "*"),
        ]
        return StandinResponse(status: request.method == "POST" ? 200 : 204, headers: headers)
    }

    /// Nil: all.
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

    /// Everything the edge keeps in its memory is gone: sockets, registrations, INVITEs that wait, and the names of its
    /// places, so that old addresses lead nowhere. Calls that were answered wait for their phones.
    mutating func restartEdge(at now: Duration) {
        for number in numbers(of: nil) { cut(number, at: now) }
        edge.registrations = [:]
        edge.edges = []
        for call in edge.calls.values where call.phase == .parked { leave(call, .normalTemporaryFailure, at: now) }
    }
}

extension EdgeFault {
    /// `{"kind", "ms"?, "method"?, "to_phone"?, "user"?, "after"?, "count"?}`; count 0: for good.
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
