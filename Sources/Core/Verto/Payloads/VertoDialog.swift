public import Redaction
public import WireJSON

/// `dialogParams`: what a client says of a call.
public struct VertoDialog: Hashable, Sendable {
    /// Opaque; the client of the caller makes it, as a rule a UUID in lower case.
    public var callID: String
    public var destinationNumber: Redacted<String>?
    public var remoteCallerIDName: Redacted<String>?
    public var remoteCallerIDNumber: Redacted<String>?
    public var callerIDName: Redacted<String>?
    public var callerIDNumber: Redacted<String>?
    public var audio: Bool?
    public var video: Bool?
    public var useStereo: Bool?
    /// True in the answer to an `attach`.
    public var attach: Bool?
    public var screenShare: Bool?
    /// On FreeSWITCH they become channel variables `verto_dvar_…`.
    public var userVariables: JSONObject?
    /// Telnyx; in FreeSWITCH's dialect written among the user variables.
    public var customHeaders: [VertoHeader] = []
    /// Base64, made by the app. Telnyx only.
    public var clientState: Redacted<String>?
    /// `[{mimeType, clockRate, channels?, sdpFmtpLine?}]`. Telnyx only.
    public var preferredCodecs: [JSONValue]?
    public var extra = JSONObject()

    public init(callID: String) {
        self.callID = callID
    }

    /// Reads `params.dialogParams`; `fallback` is the call's id from outside of it.
    init(_ object: JSONObject, callID fallback: String?) throws(VertoError) {
        var fields = VertoFields(object, at: "params.dialogParams")
        if let id = fields.text("callID"), !id.isEmpty {
            callID = id
        } else if let fallback {
            callID = fallback
        } else {
            callID = try fields.required("callID")
        }
        destinationNumber = fields.secret("destination_number")
        remoteCallerIDName = fields.secret("remote_caller_id_name")
        remoteCallerIDNumber = fields.secret("remote_caller_id_number")
        callerIDName = fields.secret("caller_id_name")
        callerIDNumber = fields.secret("caller_id_number")
        audio = fields.flag("audio")
        video = fields.flag("video")
        useStereo = fields.flag("useStereo")
        attach = fields.flag("attach")
        screenShare = fields.flag("screenShare")
        userVariables = fields.object("userVariables")
        customHeaders = fields.headers()
        clientState = fields.secret("clientState")
        preferredCodecs = fields.array("preferred_codecs")
        extra = fields.rest()
    }

    func object(in dialect: VertoDialect) -> JSONObject {
        var object = JSONObject()
        object.reserveCapacity(16)
        object.append("callID", .string(callID))
        object.put("destination_number", destinationNumber)
        object.put("remote_caller_id_name", remoteCallerIDName)
        object.put("remote_caller_id_number", remoteCallerIDNumber)
        object.put("caller_id_name", callerIDName)
        object.put("caller_id_number", callerIDNumber)
        object.put("audio", audio)
        object.put("video", video)
        object.put("useStereo", useStereo)
        object.put("attach", attach)
        object.put("screenShare", screenShare)
        switch dialect {
        case .telnyx:
            object.put("userVariables", userVariables)
            if !customHeaders.isEmpty { object.append("custom_headers", VertoHeader.value(of: customHeaders)) }
        case .freeSwitch:
            object.put("userVariables", variablesWithHeaders)
        }
        object.put("clientState", clientState)
        object.put("preferred_codecs", preferredCodecs)
        object.merge(extra)
        return object
    }

    private var variablesWithHeaders: JSONObject? {
        guard !customHeaders.isEmpty else { return userVariables }
        var variables = userVariables ?? JSONObject()
        for header in customHeaders {
            variables[header.name] = .string(header.value.revealed)
        }
        return variables
    }
}

extension VertoFields {
    /// `dialogParams`, with the call's id taken from there or from beside it.
    mutating func dialog() throws(VertoError) -> VertoDialog {
        let beside = text("callID")
        if let object = object("dialogParams") {
            return try VertoDialog(object, callID: beside)
        }
        guard let beside, !beside.isEmpty else { throw VertoError(.missingMember, at: "params.dialogParams") }
        return VertoDialog(callID: beside)
    }
}
