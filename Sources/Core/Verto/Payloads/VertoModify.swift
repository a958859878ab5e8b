public import Redaction
public import WireJSON

/// `modify`: hold, resume, transfer, a new description.
public struct VertoModify: Hashable, Sendable {
    /// What is to change.
    public struct Action: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        public static let hold = Action(rawValue: "hold")
        public static let unhold = Action(rawValue: "unhold")
        public static let toggleHold = Action(rawValue: "toggleHold")
        /// A new offer, for instance of an ICE restart.
        public static let updateMedia = Action(rawValue: "updateMedia")
        public static let transfer = Action(rawValue: "transfer")
        public static let replace = Action(rawValue: "replace")
    }

    public var callID: String
    public var sessionID: String?
    public var action: Action
    /// Where to, for a transfer.
    public var destination: Redacted<String>?
    /// Which call, for a replacement.
    public var replaceCallID: String?
    public var sdp: Redacted<String>?
    /// The rest of `dialogParams`.
    public var dialogExtra = JSONObject()
    public var extra = JSONObject()

    public init(callID: String, sessionID: String? = nil, action: Action, sdp: Redacted<String>? = nil) {
        self.callID = callID
        self.sessionID = sessionID
        self.action = action
        self.sdp = sdp
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        action = Action(rawValue: try fields.required("action"))
        destination = fields.secret("destination")
        replaceCallID = fields.text("replaceCallID")
        sdp = fields.secret("sdp")
        (callID, dialogExtra) = try fields.call()
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, spelledToo: "sessionId", in: dialect)
        params.append("action", .string(action.rawValue))
        params.put("destination", destination)
        params.put("replaceCallID", replaceCallID)
        params.put("sdp", sdp)
        params.putCall(callID, dialogExtra, from: .client)
        params.merge(extra)
        return params
    }
}
