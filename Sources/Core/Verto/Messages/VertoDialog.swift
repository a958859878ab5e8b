public import Redaction
public import WireJSON

/// `dialogParams`: a client's description of a call.
public struct VertoDialog: Hashable, Sendable {
    /// An opaque text made by the caller's client, as a rule a UUID in lower case.
    public var callID: String
    /// The dialed text (`destination_number`).
    public var destinationNumber: Redacted<String>?
    /// The other side's name, as the client shows it.
    public var remoteCallerIDName: Redacted<String>?
    /// The other side's number, as the client shows it.
    public var remoteCallerIDNumber: Redacted<String>?
    /// The caller's name (`caller_id_name`).
    public var callerIDName: Redacted<String>?
    /// The caller's number (`caller_id_number`).
    public var callerIDNumber: Redacted<String>?
    /// Whether the client wants audio.
    public var audio: Bool?
    /// Whether the client wants video.
    public var video: Bool?
    /// Whether the client wants stereo.
    public var useStereo: Bool?
    /// True in the answer to an `attach`.
    public var attach: Bool?
    /// Whether the call shows a screen.
    public var screenShare: Bool?
    /// FreeSWITCH turns them into channel variables `verto_dvar_…`.
    public var userVariables: JSONObject?
    /// The app's headers. In FreeSWITCH's dialect they are written among the user variables.
    public var customHeaders: [VertoHeader] = []
    /// Base64 text made by the app. Telnyx only.
    public var clientState: Redacted<String>?
    /// `[{mimeType, clockRate, channels?, sdpFmtpLine?}]`. Telnyx only.
    public var preferredCodecs: [JSONValue]?
    /// The members that are not read here. They are written again as they came.
    public var extra = JSONObject()

    public init(callID: String) {
        self.callID = callID
    }

    /// Reads `params.dialogParams`. `fallback` is the call's id from beside it.
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
    /// Takes `dialogParams`, with the call's id from there or from beside it.
    mutating func dialog() throws(VertoError) -> VertoDialog {
        let beside = text("callID")
        if let object = object("dialogParams") {
            return try VertoDialog(object, callID: beside)
        }
        guard let beside, !beside.isEmpty else { throw VertoError(.missingMember, at: "params.dialogParams") }
        return VertoDialog(callID: beside)
    }
}

/// A header that an app gives to a call. By Telnyx' documents its name begins with `X-`; this is not enforced.
public struct VertoHeader: Hashable, Sendable {
    /// The name, as the app wrote it.
    public var name: String
    /// The value, as the app wrote it.
    public var value: Redacted<String>

    public init(name: String, value: Redacted<String>) {
        self.name = name
        self.value = value
    }

    private init?(_ value: JSONValue) {
        guard let object = value.object, object.count == 2, let name = object["name"]?.string,
            let text = object["value"]?.string
        else { return nil }
        self.init(name: name, value: Redacted(text))
    }

    /// Reads headers as Telnyx writes them: `[{name, value}]`. Nil if one of the elements is no header.
    static func list(_ elements: [JSONValue]) -> [VertoHeader]? {
        let headers = elements.compactMap { VertoHeader($0) }
        return headers.count == elements.count ? headers : nil
    }

    static func value(of headers: [VertoHeader]) -> JSONValue {
        .array(headers.map { ["name": .string($0.name), "value": .string($0.value.revealed)] })
    }
}

extension VertoFields {
    /// Takes `custom_headers`. If it is no list of headers it stays in the rest, and the result is empty.
    mutating func headers() -> [VertoHeader] {
        var attempt = self
        guard let elements = attempt.array("custom_headers"), let headers = VertoHeader.list(elements),
            !headers.isEmpty
        else { return [] }
        self = attempt
        return headers
    }
}

/// The prefix of header names in FreeSWITCH's dialect.
private let headerPrefix = "verto_h_"

extension VertoFields {
    /// Takes the headers of either dialect, and the other members of `dialogParams`.
    mutating func serverHeaders() -> (headers: [VertoHeader], dialogExtra: JSONObject) {
        let prefixed = texts(prefixed: headerPrefix).map { VertoHeader(name: $0.0, value: Redacted($0.1)) }
        guard let dialog = object("dialogParams") else { return (prefixed, JSONObject()) }
        var nested = VertoFields(dialog, at: "params.dialogParams")
        return (nested.headers() + prefixed, nested.rest())
    }
}

extension JSONObject {
    /// Writes headers as the dialect has them.
    mutating func putServerHeaders(_ headers: [VertoHeader], _ dialogExtra: JSONObject, in dialect: VertoDialect) {
        var dialog = dialogExtra
        switch dialect {
        case .telnyx:
            if !headers.isEmpty { dialog["custom_headers"] = VertoHeader.value(of: headers) }
        case .freeSwitch:
            for header in headers {
                self[headerPrefix + header.name] = .string(header.value.revealed)
            }
        }
        if !dialog.isEmpty { append("dialogParams", .object(dialog)) }
    }
}
