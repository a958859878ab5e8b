import CallModel
import Redaction
import WireJSON

extension IncomingPush {
    /// Reads Telnyx's form, `{"aps":{"alert":…}, "metadata":{…}}`. Fields that an earlier form has given stay.
    ///
    /// Source: Telnyx WebRTC iOS SDK 4.1.2 and its demo (observed); seed z360-ios-target-architecture §3.5.
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
        take(reader.faults)
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
