import CallModel
import Redaction
public import WireJSON

extension IncomingPush {
    /// Reads the bytes of a push. Any bytes give a push, with faults for the parts that could not be read.
    public init(bytes: [UInt8]) {
        let result = Result { () throws(JSONError) in try JSONParser.parse(bytes, limits: PushLimits.json) }
        switch result {
        case .success(let value):
            self.init(value)
        case .failure(let error):
            self.init()
            note(.payload, error.isTooLarge ? .tooLarge : .notJSON)
        }
    }

    /// Reads a push that the system has already parsed.
    ///
    /// In a value beyond the limits, only the expected fields are read, so the time stays bounded.
    public init(_ payload: JSONValue) {
        self.init()
        if !payload.isWithinPushLimits { note(.payload, .tooLarge) }
        guard case .object(let top) = payload else {
            note(.payload, .wrongType)
            return
        }
        readOurs(top)
        readZ360(top)
        readTelnyx(top)
        if form == .unknown { note(.body, .missing) }
        if kind != .unknown, !namesCall { note(.callSession, .missing) }
    }
}

extension JSONError {
    fileprivate var isTooLarge: Bool {
        switch code {
        case .tooLong, .tooDeep, .tooManyValues: true
        case .unexpectedEnd, .unexpectedByte, .invalidNumber, .numberOutOfRange, .invalidEscape, .loneSurrogate,
            .invalidUTF8, .controlCharacter, .duplicateKey, .trailingBytes:
            false
        }
    }
}

extension IncomingPush {
    /// The member of a payload that holds a push of our own.
    static let ownKey = "carillon"
    /// The version this reader knows, and the writer writes.
    public static let versionKnown = 1

    /// Reads `{"carillon": {"v":1, "type":"call", "session":…, "organization":…, …}}`.
    mutating func readOurs(_ top: JSONObject) {
        guard let body = object(Self.ownKey, of: top) else { return }
        form = .carillon
        var reader = PushReader(body)
        version = reader.integer("v", .version).flatMap(Int.init(exactly:))
        callSession = reader.call("session", .callSession)
        round = reader.round("round")
        vendorCall = reader.vendorCall("vendor_call")
        vendorEdge = reader.identifier("vendor_edge", .vendorEdge)
        organization = reader.identifier("organization", .organization)
        provider = reader.identifier("provider", .provider)
        organizationName = reader.shown("organization_name", .organizationName)
        callerName = reader.shown("caller_name", .callerName)
        callerNumber = reader.shown("caller_number", .callerNumber)
        callerPicture = reader.address("caller_picture", .callerPicture)
        callerReference = reader.identifier("caller_reference", .callerReference)
        sealedCaller = reader.sealed("caller_sealed", .sealedCaller)
        calledNumber = reader.shown("called_number", .calledNumber)
        deadline = reader.moment("deadline", .deadline)
        sentAt = reader.moment("sent_at", .sentAt)
        isVideo = reader.truth("video", .video)
        let ending = reader.identifier("ending", .ending)
        let type = reader.identifier("type", .kind)
        note(reader.faults)
        setKind(type, ending: ending)
        if let version, version > Self.versionKnown { note(.version, .newerVersion) }
        if version == nil { note(.version, .missing) }
    }

    private mutating func setKind(_ type: String?, ending: String?) {
        switch type {
        case "call": kind = .incomingCall
        case "ended": kind = .callEnded
        case nil: note(.kind, .missing)
        default: note(.kind, .malformed)
        }
        self.ending = ending.flatMap(EndReason.init(rawValue:))
        if ending != nil, self.ending == nil { note(.ending, .malformed) }
    }

    /// Reads the object under a key; some senders write it as JSON inside a text.
    ///
    /// Source: observed in Z360's app: Telnyx's `metadata` also comes as a text.
    mutating func object(_ key: String, of top: JSONObject) -> JSONObject? {
        guard let value = top[key], value != .null else { return nil }
        if let object = value.object { return object }
        if let text = value.string,
            let inner = try? JSONParser.parse(Array(text.utf8), limits: PushLimits.json), let object = inner.object
        {
            return object
        }
        note(.body, value.string == nil ? .wrongType : .malformed)
        return nil
    }

    mutating func note(_ faults: [PushIssue]) {
        for fault in faults { note(fault.field, fault.problem) }
    }
}

extension IncomingPush {
    /// Reads Z360's flat form, recognized by a `type` at the top. Fields that an earlier form has set stay.
    mutating func readZ360(_ top: JSONObject) {
        var reader = PushReader(top)
        guard let type = reader.identifier("type", .kind) else {
            note(reader.faults)
            return
        }
        let isFirst = form == .unknown
        if isFirst {
            form = .z360
            setKind(ofZ360: type)
        }
        fill(\.callSession, reader.call("call_session_id", .callSession), .callSession)
        fill(\.vendorCall, reader.vendorCall("call_id"), .vendorCall)
        fill(\.organization, reader.identifier("organization_id", .organization), .organization)
        fill(\.organizationName, reader.shown("organization_name", .organizationName))
        fill(\.callerName, reader.shown("caller_name", .callerName))
        fill(\.callerNumber, reader.shown("caller_number", .callerNumber))
        fill(\.callerPicture, reader.address("caller_avatar", .callerPicture))
        fill(\.calledNumber, reader.shown("channel_number", .calledNumber))
        fill(\.deadline, reader.moment("expires_at", .deadline))
        fill(\.sentAt, reader.moment("timestamp", .sentAt))
        fill(\.isVideo, reader.truth("video", .video))
        note(reader.faults)
    }

    private mutating func setKind(ofZ360 type: String) {
        switch type {
        case "incoming_call":
            kind = .incomingCall
        case "call_ended":
            kind = .callEnded
        case "call_answered_elsewhere", "answered_elsewhere":
            kind = .callEnded
            ending = .answeredElsewhere
        case "missed_call":
            kind = .callEnded
            ending = .noAnswer
        case "call_cancelled", "call_canceled":
            kind = .callEnded
            ending = .cancelled
        default:
            note(.kind, .malformed)
        }
    }

    /// Sets a field unless an earlier form has set it. If the two values differ and `field` is given, a contradiction
    /// is noted.
    mutating func fill<Value: Equatable>(
        _ path: WritableKeyPath<IncomingPush, Value?>, _ value: Value?, _ field: PushField? = nil
    ) {
        guard let value else { return }
        if let known = self[keyPath: path] {
            if let field, known != value { note(field, .contradicted) }
        } else {
            self[keyPath: path] = value
        }
    }
}

extension IncomingPush {
    /// Reads Telnyx's form, `{"aps":{"alert":…}, "metadata":{…}}`. Fields that an earlier form has set stay.
    ///
    /// Source: Telnyx WebRTC iOS SDK 4.1.2 and its demo (observed); the pushes of Z360's app.
    mutating func readTelnyx(_ top: JSONObject) {
        guard let metadata = object("metadata", of: top) ?? object("telnyx", of: top) else { return }
        if form == .unknown {
            form = .telnyx
            setKind(ofTelnyx: top["aps"]?.object?["alert"])
        }
        var reader = PushReader(metadata)
        fill(\.vendorCall, reader.vendorCall("call_id"), .vendorCall)
        fill(\.vendorEdge, reader.identifier("voice_sdk_id", .vendorEdge), .vendorEdge)
        fill(\.callSession, reader.call("call_session_id", .callSession), .callSession)
        fill(\.callerName, reader.shown("caller_name", .callerName))
        fill(\.callerNumber, reader.shown("caller_number", .callerNumber))
        note(reader.faults)
        if form == .telnyx, vendorEdge == nil { note(.vendorEdge, .missing) }
        readHeaders(metadata)
    }

    /// The alert may also stand as an object with a title or body (documented for APNs).
    private mutating func setKind(ofTelnyx alert: JSONValue?) {
        switch alert?.string ?? alert?.object?["title"]?.string ?? alert?.object?["body"]?.string {
        case "Missed call!":
            kind = .callEnded
            ending = .noAnswer
        case "Answered Elsewhere":
            kind = .callEnded
            ending = .answeredElsewhere
        default:
            kind = .incomingCall
        }
    }

    private mutating func readHeaders(_ metadata: JSONObject) {
        guard let parameters = object("dialogParams", of: metadata), let list = parameters["custom_headers"] else {
            return
        }
        guard let elements = list.array else {
            note(.headers, .wrongType)
            return
        }
        if elements.count > PushLimits.headersMax { note(.headers, .cut) }
        for element in elements.prefix(PushLimits.headersMax) {
            guard let header = Self.header(element) else {
                note(.headers, .malformed)
                continue
            }
            headers.append(header)
        }
    }

    private static func header(_ element: JSONValue) -> PushHeader? {
        guard let object = element.object, let name = object["name"]?.string, let value = object["value"]?.string,
            !name.isEmpty, name.utf8.count <= PushLimits.identifierLengthMax,
            value.utf8.count <= PushLimits.addressLengthMax
        else { return nil }
        return PushHeader(name: name, value: Redacted(value))
    }
}
