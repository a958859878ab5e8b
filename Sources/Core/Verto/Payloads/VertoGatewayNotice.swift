public import WireJSON

/// `gatewayState` from a server, as the result of a question (`{params: {state}}`) or as a request of its own.
public struct VertoGatewayNotice: Hashable, Sendable {
    public var state: VertoGatewayState
    /// Under which the client may upload its report of a call.
    public var callReportID: String?
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

    /// Reads the result of a question; nil when it is none.
    public init?(result: JSONValue) {
        guard let params = result.object?["params"]?.object, let notice = try? VertoGatewayNotice(params) else {
            return nil
        }
        self = notice
    }

    /// The result of a question.
    public var result: JSONObject { ["params": .object(parameters)] }

    var parameters: JSONObject {
        var params = JSONObject()
        params.append("state", .string(state.rawValue))
        params.put("call_report_id", callReportID)
        params.merge(extra)
        return params
    }
}
