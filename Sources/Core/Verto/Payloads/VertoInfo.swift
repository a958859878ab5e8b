public import Redaction
public import WireJSON

/// `info`: digits or a text inside a call.
public struct VertoInfo: Hashable, Sendable {
    public var callID: String
    public var sessionID: String?
    /// Digits `0…9 * # A…D`. They may be a code of the user's.
    public var digits: Redacted<String>?
    /// A text for the other side, as FreeSWITCH's newer clients write it.
    public var text: Redacted<String>?
    /// A text with whom it is from and for: the classic client of FreeSWITCH and Telnyx' `message()` write it so. Personal.
    public var message: JSONObject?
    /// The rest of `dialogParams`.
    public var dialogExtra = JSONObject()
    public var extra = JSONObject()

    public init(callID: String, sessionID: String? = nil, digits: Redacted<String>? = nil) {
        self.callID = callID
        self.sessionID = sessionID
        self.digits = digits
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        digits = fields.secret("dtmf")
        text = fields.secret("txt")
        message = fields.object("msg")
        (callID, dialogExtra) = try fields.call()
        extra = fields.rest()
    }

    func parameters(from side: VertoSide, in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, in: dialect)
        params.put("dtmf", digits)
        params.put("txt", text)
        params.put("msg", message)
        params.putCall(callID, dialogExtra, from: side)
        params.merge(extra)
        return params
    }
}
