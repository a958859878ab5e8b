public import Redaction
public import WireJSON

/// `invite` and `attach` from a server: someone calls, or a call goes on after the socket was lost.
public struct VertoServerInvite: Hashable, Sendable {
    public var callID: String
    public var sdp: Redacted<String>
    public var callerIDName: Redacted<String>?
    public var callerIDNumber: Redacted<String>?
    public var calleeIDName: Redacted<String>?
    public var calleeIDNumber: Redacted<String>?
    public var telnyxIDs = VertoTelnyxIDs()
    /// Base64, made by the app.
    public var clientState: Redacted<String>?
    public var displayDirection: String?
    public var variables: JSONObject?
    /// Telnyx: `dialogParams.custom_headers`; FreeSWITCH: members `verto_h_…`.
    public var customHeaders: [VertoHeader] = []
    /// The rest of `dialogParams`.
    public var dialogExtra = JSONObject()
    public var extra = JSONObject()

    public init(callID: String, sdp: Redacted<String>) {
        self.callID = callID
        self.sdp = sdp
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        callID = try fields.required("callID")
        sdp = Redacted(try fields.required("sdp"))
        callerIDName = fields.secret("caller_id_name")
        callerIDNumber = fields.secret("caller_id_number")
        calleeIDName = fields.secret("callee_id_name")
        calleeIDNumber = fields.secret("callee_id_number")
        telnyxIDs = VertoTelnyxIDs(&fields)
        clientState = fields.secret("client_state")
        displayDirection = fields.text("display_direction")
        variables = fields.object("variables")
        (customHeaders, dialogExtra) = fields.serverHeaders()
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.reserveCapacity(12)
        params.append("callID", .string(callID))
        params.put("sdp", sdp)
        params.put("caller_id_name", callerIDName)
        params.put("caller_id_number", callerIDNumber)
        params.put("callee_id_name", calleeIDName)
        params.put("callee_id_number", calleeIDNumber)
        telnyxIDs.put(into: &params)
        params.put("client_state", clientState)
        params.put("display_direction", displayDirection)
        params.put("variables", variables)
        params.putServerHeaders(customHeaders, dialogExtra, in: dialect)
        params.merge(extra)
        return params
    }
}
