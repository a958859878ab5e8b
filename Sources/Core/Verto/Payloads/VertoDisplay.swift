public import Redaction
public import WireJSON

/// `display`: who is at the other end now, for instance after two calls were joined.
public struct VertoDisplay: Hashable, Sendable {
    public var callID: String
    public var name: Redacted<String>?
    public var number: Redacted<String>?
    public var callerIDName: Redacted<String>?
    public var callerIDNumber: Redacted<String>?
    public var direction: String?
    public var extra = JSONObject()

    public init(callID: String, name: Redacted<String>?, number: Redacted<String>?) {
        self.callID = callID
        self.name = name
        self.number = number
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        callID = try fields.required("callID")
        name = fields.secret("display_name")
        number = fields.secret("display_number")
        callerIDName = fields.secret("caller_id_name")
        callerIDNumber = fields.secret("caller_id_number")
        direction = fields.text("display_direction")
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.append("callID", .string(callID))
        params.put("display_name", name)
        params.put("display_number", number)
        params.put("caller_id_name", callerIDName)
        params.put("caller_id_number", callerIDNumber)
        params.put("display_direction", direction)
        params.merge(extra)
        return params
    }
}
