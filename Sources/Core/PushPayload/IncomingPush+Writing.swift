public import CallModel
import Redaction
public import WireJSON

extension IncomingPush {
    /// A push of ours about a call that rings.
    ///
    /// - Parameters:
    ///   - deadline: when it stops ringing, by the exchange's clock: an expiry that Apple's servers keep is not enough. Source: apple-contract C15 (stated by an Apple engineer; observed).
    ///   - provider: who sends the INVITE: `exchange` or `carrier`.
    public static func ringing(
        _ session: CallSessionID, organization: String?, provider: String? = nil, deadline: WallTime
    ) -> IncomingPush {
        var push = IncomingPush()
        push.form = .carillon
        push.kind = .incomingCall
        push.version = versionKnown
        push.callSession = session
        push.organization = organization
        push.provider = provider
        push.deadline = deadline
        return push
    }

    /// A push of ours about a call that no longer rings. It names the call as its ring did, so that the system can be
    /// told of the same call again instead of a new one.
    ///
    /// Source: apple-contract C12 (stated by an Apple engineer).
    public static func ended(_ session: CallSessionID, organization: String?, reason: EndReason) -> IncomingPush {
        var push = IncomingPush()
        push.form = .carillon
        push.kind = .callEnded
        push.version = versionKnown
        push.callSession = session
        push.organization = organization
        push.ending = reason
        return push
    }

    /// The payload as a sender of its form writes it; `unknown` is written as ours.
    ///
    /// Read again it gives the same push, as far as the form has words for it.
    public var payload: JSONValue { payload(as: .plain) }

    /// The same, with what the system is to make of it; only our own form has words for that.
    public func payload(as style: Style) -> JSONValue {
        switch form {
        case .carillon, .unknown: ["aps": .object(system(style)), Self.ownKey: .object(ownBody)]
        case .z360: .object(z360Body)
        case .telnyx: telnyxBody
        }
    }

    /// What the system makes of a push by itself.
    public enum Style: Hashable, Sendable {
        /// Nothing: it is the app's, which it wakes.
        case plain
        /// It shows it, at once and whatever the person is doing; an extension of the app's may open what is sealed
        /// before. Source: Apple, "Generating a remote notification" (documented).
        case alert
        /// It gives the app a moment when it sees fit.
        case background
    }

    private func system(_ style: Style) -> JSONObject {
        switch style {
        case .plain: [:]
        case .background: ["content-available": 1]
        case .alert:
            [
                "alert": .object(alert), "sound": "default", "interruption-level": "time-sensitive",
                "mutable-content": 1, "category": .string(Self.alertCategory),
            ]
        }
    }

    /// What alerts about calls are filed under on the device.
    public static let alertCategory = "carillon.ringing"

    /// By what name an alert is found on the device, and replaced: that of its ringing, so that the end of one takes
    /// nothing from the next. The first has its session's, as apps that know no rounds expect.
    public static func alertName(of session: CallSessionID, in round: RingRound) -> String {
        round.told.map { "\(session).\($0)" } ?? session.description
    }

    /// Who calls, where that may be said; an extension of the app's may say more, and in the person's language.
    private var alert: JSONObject {
        let caller = callerName ?? callerNumber
        var alert: JSONObject = ["body": "Incoming call"]
        alert["title"] = caller.map { .string($0.revealed) }
        return alert
    }

    /// The payload as bytes, or nothing when it is longer than Apple's servers take.
    public func bytes(as style: Style = .plain) -> [UInt8]? {
        let bytes = JSONWriter.bytes(of: payload(as: style))
        return bytes.count <= PushLimits.writtenByteCountMax ? bytes : nil
    }

    /// The data of a message for Android, whose values may only be texts: our object, written into one; or nothing
    /// when it is longer than Google's servers take.
    ///
    /// The reader takes it as it takes the object itself. Source: Firebase, "FCM message types" (documented).
    public var messageData: JSONObject? {
        let text = JSONValue.object(ownBody).jsonText
        guard text.utf8.count + Self.ownKey.utf8.count <= PushLimits.messageDataByteCountMax else { return nil }
        return [Self.ownKey: .string(text)]
    }

    private var ownBody: JSONObject {
        var body = JSONObject()
        body["v"] = .integer(Int64(version ?? Self.versionKnown))
        switch kind {
        case .incomingCall: body["type"] = "call"
        case .callEnded: body["type"] = "ended"
        case .unknown: break
        }
        body["session"] = callSession.map { .string($0.description) }
        body["round"] = round?.told.map { .integer($0) }
        body["vendor_call"] = vendorCall.map { .string($0) }
        body["vendor_edge"] = vendorEdge.map { .string($0) }
        body["organization"] = organization.map { .string($0) }
        body["provider"] = provider.map { .string($0) }
        body["organization_name"] = organizationName.map { .string($0.revealed) }
        body["caller_name"] = callerName.map { .string($0.revealed) }
        body["caller_number"] = callerNumber.map { .string($0.revealed) }
        body["caller_picture"] = callerPicture.map { .string($0.revealed) }
        body["caller_reference"] = callerReference.map { .string($0) }
        body["caller_sealed"] = sealedCaller.map { .string($0.revealed) }
        body["called_number"] = calledNumber.map { .string($0.revealed) }
        body["deadline"] = deadline.map { .integer($0.milliseconds) }
        body["sent_at"] = sentAt.map { .integer($0.milliseconds) }
        body["video"] = isVideo.map { .bool($0) }
        body["ending"] = ending.map { .string($0.rawValue) }
        return body
    }

    private var z360Body: JSONObject {
        var body = JSONObject()
        body["type"] = .string(z360Type)
        body["call_session_id"] = callSession.map { .string($0.description) }
        body["call_id"] = vendorCall.map { .string($0) }
        body["organization_id"] = organization.map { .string($0) }
        body["organization_name"] = organizationName.map { .string($0.revealed) }
        body["caller_name"] = callerName.map { .string($0.revealed) }
        body["caller_number"] = callerNumber.map { .string($0.revealed) }
        body["caller_avatar"] = callerPicture.map { .string($0.revealed) }
        body["channel_number"] = calledNumber.map { .string($0.revealed) }
        body["expires_at"] = deadline.map { .string(String($0.milliseconds)) }
        body["timestamp"] = sentAt.map { .string(String($0.milliseconds)) }
        body["video"] = isVideo.map { .string($0 ? "1" : "0") }
        return body
    }

    private var z360Type: String {
        guard kind == .callEnded else { return "incoming_call" }
        return switch ending {
        case .answeredElsewhere: "call_answered_elsewhere"
        case .noAnswer: "missed_call"
        case .cancelled: "call_cancelled"
        case nil, .failed, .incompatible, .unreachable, .busy, .declinedElsewhere, .declined, .dropped, .completed:
            "call_ended"
        }
    }

    private var telnyxBody: JSONValue {
        var metadata = JSONObject()
        metadata["call_id"] = vendorCall.map { .string($0) }
        metadata["voice_sdk_id"] = vendorEdge.map { .string($0) }
        metadata["call_session_id"] = callSession.map { .string($0.description) }
        metadata["caller_name"] = callerName.map { .string($0.revealed) }
        metadata["caller_number"] = callerNumber.map { .string($0.revealed) }
        if !headers.isEmpty {
            let list = headers.map {
                JSONValue.object(["name": .string($0.name), "value": .string($0.value.revealed)])
            }
            metadata["dialogParams"] = ["custom_headers": .array(list)]
        }
        return ["aps": ["alert": .string(telnyxAlert)], "metadata": .object(metadata)]
    }

    private var telnyxAlert: String {
        guard kind == .callEnded else { return "Incoming call!" }
        return ending == .answeredElsewhere ? "Answered Elsewhere" : "Missed call!"
    }
}
