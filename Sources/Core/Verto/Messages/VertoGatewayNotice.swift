public import WireJSON

/// `gatewayState` from a server: as the result of a client's request (`{params: {state}}`), or as a request of its
/// own.
public struct VertoGatewayNotice: Hashable, Sendable {
    /// The state of the registration.
    public var state: VertoGatewayState
    /// The id under which the client may upload its report of a call.
    public var callReportID: String?
    /// The members that are not read here. They are written again as they came.
    public var extra = JSONObject()

    public init(state: VertoGatewayState) {
        self.state = state
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        state = VertoGatewayState(rawValue: try fields.required("state"))
        callReportID = fields.text("call_report_id")
        extra = fields.rest()
    }

    /// Reads the result of a `gatewayState` request. Fails if it is none.
    public init?(result: JSONValue) {
        guard let params = result.object?["params"]?.object, let notice = try? VertoGatewayNotice(params) else {
            return nil
        }
        self = notice
    }

    /// The result of a `gatewayState` request.
    public var result: JSONObject { ["params": .object(parameters)] }

    var parameters: JSONObject {
        var params = JSONObject()
        params.append("state", .string(state.rawValue))
        params.put("call_report_id", callReportID)
        params.merge(extra)
        return params
    }
}

/// The state of a registration at Telnyx' gateway. Source: Telnyx' iOS, Android and JavaScript SDKs (observed).
public struct VertoGatewayState: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// The gateway is not registered.
    public static let unregistered = VertoGatewayState(rawValue: "UNREGED")
    /// The registration was sent, and is not answered.
    public static let trying = VertoGatewayState(rawValue: "TRYING")
    /// The registration is about to be sent.
    public static let register = VertoGatewayState(rawValue: "REGISTER")
    /// The registration was accepted: calls can be made and received.
    public static let registered = VertoGatewayState(rawValue: "REGED")
    /// The registration is being withdrawn.
    public static let unregister = VertoGatewayState(rawValue: "UNREGISTER")
    /// The registration was refused.
    public static let failed = VertoGatewayState(rawValue: "FAILED")
    /// The registration failed, and the gateway waits before it tries again.
    public static let failWait = VertoGatewayState(rawValue: "FAIL_WAIT")
    /// The registration was not renewed in time.
    public static let expired = VertoGatewayState(rawValue: "EXPIRED")
    /// The gateway is configured to need no registration.
    public static let noRegistration = VertoGatewayState(rawValue: "NOREG")
    /// The gateway does not answer.
    public static let down = VertoGatewayState(rawValue: "DOWN")
    /// The registration was not answered in time.
    public static let timeout = VertoGatewayState(rawValue: "TIMEOUT")

    /// How a client treats a state.
    public enum Outlook: Hashable, Sendable {
        /// It can make calls.
        case registered
        /// It asks again, as the registration may still succeed.
        case pending
        /// It gives up, as the registration will not succeed.
        case failed
    }

    /// An unknown state counts as pending, so that a new one does not end a session.
    public var outlook: Outlook {
        switch self {
        case .registered: .registered
        case .failed, .down, .timeout: .failed
        default: .pending
        }
    }
}

/// `clientReady`: the session is ready.
public struct VertoClientReady: Hashable, Sendable {
    /// The calls that go on after the loss of the former socket. Any other call of the client is over. Nil if the
    /// server does not say.
    public var reattachedCallIDs: [String]?
    /// The members that are not read here. They are written again as they came.
    public var extra = JSONObject()

    public init(reattachedCallIDs: [String]? = nil) {
        self.reattachedCallIDs = reattachedCallIDs
    }

    init(_ params: JSONObject) {
        var fields = VertoFields(params, at: "params")
        reattachedCallIDs = fields.array("reattached_sessions")?.compactMap(\.string)
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.put("reattached_sessions", reattachedCallIDs?.map { .string($0) })
        params.merge(extra)
        return params
    }
}
