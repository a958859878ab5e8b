public import Redaction
public import WireJSON

/// `candidate`: an ICE candidate of the sender. Telnyx only.
public struct VertoCandidate: Hashable, Sendable {
    /// The call's name on this socket (`callID`).
    public var callID: String
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The name and value of the attribute, as in `candidate:1 1 udp …` (RFC 8839 §5.1). It holds addresses of the user.
    public var candidate: Redacted<String>
    /// The `a=mid` of the media section.
    public var sdpMid: String?
    /// The index of the media section, from 0.
    public var sdpMLineIndex: Int64?
    /// The other members of `dialogParams`.
    public var dialogExtra = JSONObject()
    /// The members that are not read here. They are written again as they came.
    public var extra = JSONObject()

    public init(callID: String, candidate: Redacted<String>, sdpMid: String?, sdpMLineIndex: Int64?) {
        self.callID = callID
        self.candidate = candidate
        self.sdpMid = sdpMid
        self.sdpMLineIndex = sdpMLineIndex
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        guard let text = fields.secret("candidate") else {
            throw VertoError(params["candidate"] == nil ? .missingMember : .wrongType, at: "params.candidate")
        }
        candidate = text
        sdpMid = fields.text("sdpMid")
        sdpMLineIndex = fields.integer("sdpMLineIndex")
        (callID, dialogExtra) = try fields.call()
        extra = fields.rest()
    }

    func parameters(from side: VertoSide, in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, in: dialect)
        params.put("candidate", candidate)
        params.put("sdpMid", sdpMid)
        params.put("sdpMLineIndex", sdpMLineIndex)
        params.putCall(callID, dialogExtra, from: side)
        params.merge(extra)
        return params
    }
}

/// A message that only names a call: `endOfCandidates`, `ringing_ack`.
public struct VertoCallNotice: Hashable, Sendable {
    /// The call's name on this socket (`callID`).
    public var callID: String
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The other members of `dialogParams`.
    public var dialogExtra = JSONObject()
    /// The members that are not read here. They are written again as they came.
    public var extra = JSONObject()

    public init(callID: String, sessionID: String? = nil) {
        self.callID = callID
        self.sessionID = sessionID
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        (callID, dialogExtra) = try fields.call()
        extra = fields.rest()
    }

    func parameters(from side: VertoSide, in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, in: dialect)
        params.putCall(callID, dialogExtra, from: side)
        params.merge(extra)
        return params
    }
}
