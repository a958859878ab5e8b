public import WireJSON

/// The `error` of a reply.
public struct VertoFailure: Error, Hashable, Sendable {
    /// `unspecified` when the peer gave none: FreeSWITCH answers an empty subscription with an empty error.
    public var code: VertoErrorCode
    /// The peer's words. May hold personal data when it comes from a peer, so it is not part of `description`.
    public var message: String
    /// Other members, such as `cause` and `causeCode` of a refused invitation.
    public var extra: JSONObject

    public init(_ code: VertoErrorCode, _ message: String, extra: JSONObject = JSONObject()) {
        self.code = code
        self.message = message
        self.extra = extra
    }

    init(_ object: JSONObject) {
        var fields = VertoFields(object, at: "error")
        code = VertoErrorCode(rawValue: Int(truncatingIfNeeded: fields.integer("code") ?? 0))
        message = fields.text("message") ?? ""
        extra = fields.rest()
    }

    var object: JSONObject {
        var object = JSONObject()
        if code != .unspecified { object.append("code", .integer(Int64(code.rawValue))) }
        if !message.isEmpty { object.append("message", .string(message)) }
        object.merge(extra)
        return object
    }
}

extension VertoFailure: CustomStringConvertible {
    public var description: String { "Verto error \(code.rawValue)" }
}
