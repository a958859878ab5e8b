public import Redaction
public import WireJSON

/// The result of a client's request about a call: of `invite`, `bye`, `modify`, `info` and the like.
///
/// All members are optional, because servers differ in which of them they send.
public struct VertoReply: Hashable, Sendable {
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The call's name on this socket (`callID`).
    public var callID: String?
    /// A fixed phrase, such as "CALL CREATED".
    public var message: String?
    /// The change that a `modify` asked for.
    public var action: VertoModify.Action?
    /// The hold state after a `modify`.
    public var holdState: HoldState?
    /// The description that answers that of an `updateMedia`.
    public var sdp: Redacted<String>?
    /// The cause of a refusal or an end, as a word.
    public var cause: String?
    /// The cause as a number (`causeCode`).
    public var causeCode: VertoCauseCode?
    /// The members that are not read here. They are written again as they came.
    public var extra = JSONObject()

    /// Whether the call is held after a `modify`.
    public enum HoldState: String, Hashable, Sendable {
        case held, active
    }

    public init(callID: String? = nil, message: String? = nil) {
        self.callID = callID
        self.message = message
    }

    /// Reads a result. A result that is no object reads as empty.
    public init(_ result: JSONValue) {
        var fields = VertoFields(result.object ?? JSONObject(), at: "result")
        callID = fields.text("callID")
        message = fields.text("message")
        action = fields.text("action").map { VertoModify.Action(rawValue: $0) }
        if let state = fields.text("holdState") { holdState = HoldState(rawValue: state) }
        sdp = fields.secret("sdp")
        cause = fields.text("cause")
        causeCode = fields.integer("causeCode").map { VertoCauseCode(rawValue: Int(truncatingIfNeeded: $0)) }
        sessionID = fields.sessionID()
        extra = fields.rest()
    }

    /// The result as it stands on the wire.
    public var object: JSONObject {
        var object = JSONObject()
        object.put("callID", callID)
        object.put("message", message)
        object.put("action", action?.rawValue)
        object.put("holdState", holdState?.rawValue)
        object.put("sdp", sdp)
        object.put("cause", cause)
        object.put("causeCode", causeCode.map { Int64($0.rawValue) })
        object.put("sessid", sessionID)
        object.merge(extra)
        return object
    }
}

extension VertoReply {
    /// The result of `invite`.
    public static func callCreated(_ callID: String) -> VertoReply {
        VertoReply(callID: callID, message: "CALL CREATED")
    }

    /// The result of `bye`.
    public static func callEnded(_ callID: String, _ causeCode: VertoCauseCode) -> VertoReply {
        var reply = VertoReply(callID: callID, message: "CALL ENDED")
        reply.causeCode = causeCode
        reply.cause = causeCode.name
        return reply
    }

    /// The result of `modify`.
    public static func modified(
        _ callID: String, _ action: VertoModify.Action, holdState: HoldState?, sdp: Redacted<String>? = nil
    ) -> VertoReply {
        var reply = VertoReply(callID: callID)
        reply.action = action
        reply.holdState = holdState
        reply.sdp = sdp
        return reply
    }

    /// The result of `info`.
    public static let sent = VertoReply(message: "SENT")
}
