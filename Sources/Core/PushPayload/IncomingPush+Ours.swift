import CallModel
import WireJSON

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
        take(reader.faults)
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

    /// The object under a key; some senders write it as JSON inside a text.
    ///
    /// Source: seed z360-ios-current-state §3.9 (Telnyx's `metadata` also comes as a text).
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

    mutating func take(_ faults: [PushFault]) {
        for fault in faults { note(fault.field, fault.problem) }
    }
}
