import CallModel
import WireJSON

extension IncomingPush {
    /// Reads Z360's flat form, told by a `type` at the top. Fields that an earlier form has given stay.
    mutating func readZ360(_ top: JSONObject) {
        var reader = PushReader(top)
        guard let type = reader.identifier("type", .kind) else {
            take(reader.faults)
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
        take(reader.faults)
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

    /// Gives a field its value unless an earlier form has; where the two differ, that is noted when a field is named.
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
