public import Redaction
public import WireJSON

/// `ringing`, `media` and `answer` from a server: how far a call of this client has come.
///
/// `ringing` exists in Telnyx' dialect only and has no description. `answer` may lack it when `media` had it.
public struct VertoProgress: Hashable, Sendable {
    public var callID: String
    public var sdp: Redacted<String>?
    public var telnyxIDs = VertoTelnyxIDs()
    public var customHeaders: [VertoHeader] = []
    /// The rest of `dialogParams`.
    public var dialogExtra = JSONObject()
    public var extra = JSONObject()

    public init(callID: String, sdp: Redacted<String>? = nil) {
        self.callID = callID
        self.sdp = sdp
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        callID = try fields.required("callID")
        sdp = fields.secret("sdp")
        telnyxIDs = VertoTelnyxIDs(&fields)
        (customHeaders, dialogExtra) = fields.serverHeaders()
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.append("callID", .string(callID))
        params.put("sdp", sdp)
        telnyxIDs.put(into: &params)
        params.putServerHeaders(customHeaders, dialogExtra, in: dialect)
        params.merge(extra)
        return params
    }
}
