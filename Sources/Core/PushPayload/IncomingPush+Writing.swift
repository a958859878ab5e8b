public import CallModel
import Redaction
public import WireJSON

extension IncomingPush {
    /// A push of ours about a call that rings.
    ///
    /// - Parameters:
    ///   - deadline: when it stops ringing, by the exchange's clock: an expiry that Apple's servers keep is not enough.
    ///     Source: C15 (stated by an Apple engineer; observed).
    ///   - provider: the provider that sends the INVITE: `exchange` or `carrier`.
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
    /// Source: C12 (stated by an Apple engineer).
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
    /// Reading it gives the same push again, as far as the form can express it.
    public var payload: JSONValue { payload(as: .plain) }

    /// The payload with instructions for the system, which only our own form can express.
    public func payload(as style: Style) -> JSONValue {
        switch form {
        case .carillon, .unknown: ["aps": .object(system(style)), Self.ownKey: .object(ownBody)]
        case .z360: .object(z360Body)
        case .telnyx: telnyxBody
        }
    }

    /// How the system treats a push by itself.
    public enum Style: Hashable, Sendable {
        /// The system wakes the app and shows nothing.
        case plain
        /// The system shows it at once, whatever the person is doing; an extension of the app's may open the sealed
        /// caller before. Source: Apple, "Generating a remote notification" (documented).
        case alert
        /// The system gives the app a moment in the background when it sees fit.
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

    /// The category of alerts about calls on the device.
    public static let alertCategory = "carillon.ringing"

    /// The name by which an alert is found on the device and replaced. Each ringing has its own, so that the end of one
    /// does not remove the alert of the next. The first round has the name of its session, as apps that know no rounds
    /// expect.
    public static func alertName(of session: CallSessionID, in round: RingRound) -> String {
        round.wireValue.map { "\(session).\($0)" } ?? session.description
    }

    /// The caller, if the push has it in plain text; an extension of the app's may show more, in the person's language.
    private var alert: JSONObject {
        let caller = callerName ?? callerNumber
        var alert: JSONObject = ["body": "Incoming call"]
        alert["title"] = caller.map { .string($0.revealed) }
        return alert
    }

    /// The payload as bytes; nil: it is longer than Apple's servers accept.
    public func bytes(as style: Style = .plain) -> [UInt8]? {
        let bytes = JSONWriter.bytes(of: payload(as: style))
        return bytes.count <= PushLimits.writtenByteCountMax ? bytes : nil
    }

    /// The data of a message for Android, whose values must be texts: our object as JSON text; nil: it is longer than
    /// Google's servers accept.
    ///
    /// The reader accepts the text like the object itself. Source: Firebase, "FCM message types" (documented).
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
        body["round"] = round?.wireValue.map { .integer($0) }
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
