public import Redaction
public import WireJSON

/// `invite` from a client: it places a call.
public struct VertoInvite: Hashable, Sendable {
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The caller's description, an offer.
    public var sdp: Redacted<String>
    /// The member `User-Agent`, if it is a text.
    public var userAgent: String?
    /// Whether candidates follow the description. Telnyx only.
    public var trickle: Bool?
    /// The session id of the answered call that the client takes from another device of its user (`replaces`); nil for
    /// a new call. Our own exchange only. Source: RFC 3891, whose header of that name asks for the same.
    public var replaces: String?
    /// The client's data about the call.
    public var dialog: VertoDialog
    /// The members that are not read here. They are written again as they came.
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
        replaces = fields.text("replaces")
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
        params.put("replaces", replaces)
        params.append("dialogParams", .object(dialog.object(in: dialect)))
        params.merge(extra)
        return params
    }
}

extension VertoInvite {
    /// The variable of a login by which our own client says that it sends and takes descriptions while a call rings.
    public static let earlyDescriptionsVariable = "carillon_early_descriptions"
}

/// `answer`, `media` and `attach` from a client: it answers a call, describes its media while it rings, or takes a call
/// up again after its socket was lost.
public struct VertoAnswer: Hashable, Sendable {
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The description that answers the offer.
    public var sdp: Redacted<String>
    /// The member `User-Agent`, if it is a text.
    public var userAgent: String?
    /// Whether candidates follow the description. Telnyx only.
    public var trickle: Bool?
    /// The push token of the device that answers. Telnyx only.
    public var answeredDeviceToken: Redacted<String>?
    /// The client's data about the call.
    public var dialog: VertoDialog
    /// The members that are not read here. They are written again as they came.
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
        answeredDeviceToken = fields.secret("answered_device_token")
        dialog = try fields.dialog()
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, spelledToo: "sessionId", in: dialect)
        params.put("sdp", sdp)
        params.put("User-Agent", userAgent)
        params.put("trickle", trickle)
        params.put("answered_device_token", answeredDeviceToken)
        params.append("dialogParams", .object(dialog.object(in: dialect)))
        params.merge(extra)
        return params
    }
}

/// `invite` and `attach` from a server: a call comes in, or a call goes on after the socket was lost.
public struct VertoServerInvite: Hashable, Sendable {
    /// The call's name on this socket (`callID`).
    public var callID: String
    /// The other side's description, an offer.
    public var sdp: Redacted<String>
    /// The caller's name (`caller_id_name`).
    public var callerIDName: Redacted<String>?
    /// The caller's number (`caller_id_number`).
    public var callerIDNumber: Redacted<String>?
    /// The called party's name (`callee_id_name`).
    public var calleeIDName: Redacted<String>?
    /// The called party's number (`callee_id_number`).
    public var calleeIDNumber: Redacted<String>?
    /// The ids of the call in Telnyx' other interfaces. Telnyx only.
    public var telnyxIDs = VertoTelnyxIDs()
    /// Base64 text made by the app.
    public var clientState: Redacted<String>?
    /// Which way the shown call goes, as FreeSWITCH has it: `inbound` or `outbound` (`display_direction`).
    public var displayDirection: String?
    /// FreeSWITCH's channel variables (`variables`).
    public var variables: JSONObject?
    /// Whether the device may describe its media while it rings (`earlyDescription`). Our own exchange only.
    public var takesEarlyDescription: Bool?
    /// The headers: in Telnyx' dialect `dialogParams.custom_headers`, in FreeSWITCH's the members `verto_h_…`.
    public var customHeaders: [VertoHeader] = []
    /// The other members of `dialogParams`.
    public var dialogExtra = JSONObject()
    /// The members that are not read here. They are written again as they came.
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
        takesEarlyDescription = fields.flag("earlyDescription")
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
        params.put("earlyDescription", takesEarlyDescription)
        params.putServerHeaders(customHeaders, dialogExtra, in: dialect)
        params.merge(extra)
        return params
    }
}

/// `ringing`, `media` and `answer` from a server: the progress of a call that this client placed.
///
/// `ringing` exists in Telnyx' dialect only and has no description. `answer` may lack one if `media` had it.
public struct VertoProgress: Hashable, Sendable {
    /// The call's name on this socket (`callID`).
    public var callID: String
    /// The description that answers the caller's; nil if the message has none.
    public var sdp: Redacted<String>?
    /// Whether the description is of a device that rings, and no sound comes before the answer (`earlyDescription`). Our
    /// own exchange only.
    public var isEarlyDescription: Bool?
    /// The ids of the call in Telnyx' other interfaces. Telnyx only.
    public var telnyxIDs = VertoTelnyxIDs()
    /// The answering app's headers.
    public var customHeaders: [VertoHeader] = []
    /// The other members of `dialogParams`.
    public var dialogExtra = JSONObject()
    /// The members that are not read here. They are written again as they came.
    public var extra = JSONObject()

    public init(callID: String, sdp: Redacted<String>? = nil) {
        self.callID = callID
        self.sdp = sdp
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        callID = try fields.required("callID")
        sdp = fields.secret("sdp")
        isEarlyDescription = fields.flag("earlyDescription")
        telnyxIDs = VertoTelnyxIDs(&fields)
        (customHeaders, dialogExtra) = fields.serverHeaders()
        extra = fields.rest()
    }

    func parameters(in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.append("callID", .string(callID))
        params.put("sdp", sdp)
        params.put("earlyDescription", isEarlyDescription)
        telnyxIDs.put(into: &params)
        params.putServerHeaders(customHeaders, dialogExtra, in: dialect)
        params.merge(extra)
        return params
    }
}

/// The ids that Telnyx' other interfaces use for a call.
public struct VertoTelnyxIDs: Hashable, Sendable {
    /// The whole call, on every device (`telnyx_session_id`).
    public var sessionID: String?
    /// This device's leg (`telnyx_leg_id`).
    public var legID: String?
    /// A secret: it allows its holder to command the call.
    public var callControlID: Redacted<String>?

    public init(sessionID: String? = nil, legID: String? = nil, callControlID: Redacted<String>? = nil) {
        self.sessionID = sessionID
        self.legID = legID
        self.callControlID = callControlID
    }

    init(_ fields: inout VertoFields) {
        sessionID = fields.text("telnyx_session_id")
        legID = fields.text("telnyx_leg_id")
        callControlID = fields.secret("telnyx_call_control_id")
    }

    func put(into params: inout JSONObject) {
        params.put("telnyx_session_id", sessionID)
        params.put("telnyx_leg_id", legID)
        params.put("telnyx_call_control_id", callControlID)
    }
}
