public import Redaction
public import WireJSON

/// `invite` from a client: it calls someone.
public struct VertoInvite: Hashable, Sendable {
    public var sessionID: String?
    public var sdp: Redacted<String>
    public var userAgent: String?
    /// Whether candidates follow the description. Telnyx only.
    public var trickle: Bool?
    public var dialog: VertoDialog
    public var extra = JSONObject()

    public init(sessionID: String? = nil, sdp: Redacted<String>, dialog: VertoDialog) {
        self.sessionID = sessionID
        self.sdp = sdp
        self.dialog = dialog
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        sdp = Redacted(try fields.required("sdp"))
        userAgent = fields.text("User-Agent")
        trickle = fields.flag("trickle")
        dialog = try fields.dialog()
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.reserveCapacity(8)
        params.putSession(sessionID, spelledToo: "sessionId", in: dialect)
        params.put("sdp", sdp)
        params.put("User-Agent", userAgent)
        params.put("trickle", trickle)
        params.append("dialogParams", .object(dialog.object(in: dialect)))
        params.merge(extra)
        return params
    }
}
