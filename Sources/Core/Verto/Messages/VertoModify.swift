public import Redaction
public import WireJSON

/// `modify`: holds, resumes or transfers a call, or offers a new description.
public struct VertoModify: Hashable, Sendable {
    /// The change to make.
    public struct Action: RawRepresentable, Hashable, Sendable {
        public let rawValue: String

        public init(rawValue: String) {
            self.rawValue = rawValue
        }

        /// Stop sound both ways.
        public static let hold = Action(rawValue: "hold")
        /// End a hold.
        public static let unhold = Action(rawValue: "unhold")
        /// Hold, or end the hold.
        public static let toggleHold = Action(rawValue: "toggleHold")
        /// Offer a new description, for instance to restart ICE.
        public static let updateMedia = Action(rawValue: "updateMedia")
        /// Connect the other side to ``VertoModify/destination``.
        public static let transfer = Action(rawValue: "transfer")
        /// Put this call in the place of ``VertoModify/replaceCallID``.
        public static let replace = Action(rawValue: "replace")
    }

    /// The call's name on this socket (`callID`).
    public var callID: String
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The change to make.
    public var action: Action
    /// The target of a transfer.
    public var destination: Redacted<String>?
    /// The call to replace.
    public var replaceCallID: String?
    /// The new description of ``Action/updateMedia``.
    public var sdp: Redacted<String>?
    /// The other members of `dialogParams`.
    public var dialogExtra = JSONObject()
    /// The members that are not read here. They are written again as they came.
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

/// `info`: digits or a text within a call.
public struct VertoInfo: Hashable, Sendable {
    /// The call's name on this socket (`callID`).
    public var callID: String
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// Digits `0…9 * # A…D`. They may be the user's secret code.
    public var digits: Redacted<String>?
    /// A text for the other side, as FreeSWITCH's newer clients send it.
    public var text: Redacted<String>?
    /// A text with its sender and receiver, as FreeSWITCH's classic client and Telnyx' `message()` send it. It holds
    /// personal data.
    public var message: JSONObject?
    /// The other members of `dialogParams`.
    public var dialogExtra = JSONObject()
    /// The members that are not read here. They are written again as they came.
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

/// `display`: the party at the other end, for instance after two calls were joined.
public struct VertoDisplay: Hashable, Sendable {
    /// The call's name on this socket (`callID`).
    public var callID: String
    /// The name to show (`display_name`).
    public var name: Redacted<String>?
    /// The number to show (`display_number`).
    public var number: Redacted<String>?
    /// The caller's name (`caller_id_name`).
    public var callerIDName: Redacted<String>?
    /// The caller's number (`caller_id_number`).
    public var callerIDNumber: Redacted<String>?
    /// Which way the shown call goes, as FreeSWITCH has it: `inbound` or `outbound` (`display_direction`).
    public var direction: String?
    /// The members that are not read here. They are written again as they came.
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
