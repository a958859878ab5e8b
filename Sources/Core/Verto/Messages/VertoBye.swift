public import Redaction
public import WireJSON

/// `bye`: ends a call, or tells that it is over.
public struct VertoBye: Hashable, Sendable {
    /// The call's name on this socket (`callID`).
    public var callID: String
    /// The signaling session (`sessid`); nil if the message has none.
    public var sessionID: String?
    /// The cause as a word, such as `NORMAL_CLEARING`.
    public var cause: String?
    /// The cause as a number (`causeCode`).
    public var causeCode: VertoCauseCode?
    /// The SIP status beside the cause (`sipCode`).
    public var sipCode: Int64?
    /// The phrase of that status (`sipReason`); foreign text.
    public var sipReason: String?
    /// The Call-ID of the SIP leg behind it (`sip_call_id`).
    public var sipCallID: Redacted<String>?
    /// The other members of `dialogParams`.
    public var dialogExtra = JSONObject()
    /// The members that are not read here. They are written again as they came.
    public var extra = JSONObject()

    /// Makes a `bye`. The word of `cause` follows from the number, if it is a known one.
    public init(callID: String, sessionID: String? = nil, causeCode: VertoCauseCode? = nil) {
        self.callID = callID
        self.sessionID = sessionID
        self.causeCode = causeCode
        cause = causeCode?.name
    }

    init(_ params: JSONObject) throws(VertoError) {
        var fields = VertoFields(params, at: "params")
        sessionID = fields.sessionID()
        cause = fields.text("cause")
        causeCode = fields.integer("causeCode").map { VertoCauseCode(rawValue: Int(truncatingIfNeeded: $0)) }
        sipCode = fields.integer("sipCode")
        sipReason = fields.text("sipReason")
        sipCallID = fields.secret("sip_call_id")
        (callID, dialogExtra) = try fields.call()
        extra = fields.rest()
    }

    func parameters(from side: VertoSide, in dialect: VertoDialect) -> JSONObject {
        var params = JSONObject()
        params.putSession(sessionID, spelledToo: side == .client ? "sessId" : nil, in: dialect)
        params.put("cause", cause)
        params.put("causeCode", causeCode.map { Int64($0.rawValue) })
        params.put("sipCode", sipCode)
        params.put("sipReason", sipReason)
        params.put("sip_call_id", sipCallID)
        params.putCall(callID, dialogExtra, from: side)
        params.merge(extra)
        return params
    }
}

/// The number of the cause of a call's end, as it stands on the wire.
///
/// Source: ITU-T Q.850 for 1…127; FreeSWITCH's own numbers above (observed); Telnyx' client SDKs (observed).
public struct VertoCauseCode: RawRepresentable, Hashable, Sendable {
    public let rawValue: Int

    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// The number is dialed correctly, and no user has it.
    public static let unallocatedNumber = VertoCauseCode(rawValue: 1)
    /// A party hung up.
    public static let normalClearing = VertoCauseCode(rawValue: 16)
    /// The called party is in another call, or declined as busy.
    public static let userBusy = VertoCauseCode(rawValue: 17)
    /// The called party was alerted and did not answer in time.
    public static let noAnswer = VertoCauseCode(rawValue: 19)
    /// The called party declined, or a policy forbids the call.
    public static let callRejected = VertoCauseCode(rawValue: 21)
    /// The called party cannot be reached, as its device is not connected.
    public static let destinationOutOfOrder = VertoCauseCode(rawValue: 27)
    /// The network failed for the moment; another attempt may succeed.
    public static let normalTemporaryFailure = VertoCauseCode(rawValue: 41)
    /// The two sides have no codec or media in common.
    public static let incompatibleDestination = VertoCauseCode(rawValue: 88)
    /// A message was malformed.
    public static let invalidMessage = VertoCauseCode(rawValue: 95)
    /// A message lacks a required element.
    public static let mandatoryElementMissing = VertoCauseCode(rawValue: 96)
    /// An expected message did not come in time.
    public static let recoveryOnTimerExpire = VertoCauseCode(rawValue: 102)
    /// The caller hung up before the answer. FreeSWITCH's number, after SIP's 487.
    public static let originatorCancel = VertoCauseCode(rawValue: 487)
    /// The call reached the longest duration allowed. FreeSWITCH's number.
    public static let allottedTimeout = VertoCauseCode(rawValue: 602)
    /// The gateway over which the call was to go is unknown or down. FreeSWITCH's number.
    public static let invalidGateway = VertoCauseCode(rawValue: 608)
    /// Another device was quicker to answer. FreeSWITCH's number.
    public static let loseRace = VertoCauseCode(rawValue: 702)
    /// The call was answered on another device. Only a server sends it.
    public static let pickedOff = VertoCauseCode(rawValue: 805)
    /// The called user has no registered device. FreeSWITCH's number.
    public static let userNotRegistered = VertoCauseCode(rawValue: 806)

    /// The word that belongs to the number in `cause`; nil for a number not listed here.
    public var name: String? {
        switch self {
        case .unallocatedNumber: "UNALLOCATED_NUMBER"
        case .normalClearing: "NORMAL_CLEARING"
        case .userBusy: "USER_BUSY"
        case .noAnswer: "NO_ANSWER"
        case .callRejected: "CALL_REJECTED"
        case .destinationOutOfOrder: "DESTINATION_OUT_OF_ORDER"
        case .normalTemporaryFailure: "NORMAL_TEMPORARY_FAILURE"
        case .incompatibleDestination: "INCOMPATIBLE_DESTINATION"
        case .invalidMessage: "INVALID_MSG_UNSPECIFIED"
        case .mandatoryElementMissing: "MANDATORY_IE_MISSING"
        case .recoveryOnTimerExpire: "RECOVERY_ON_TIMER_EXPIRE"
        case .originatorCancel: "ORIGINATOR_CANCEL"
        case .allottedTimeout: "ALLOTTED_TIMEOUT"
        case .invalidGateway: "INVALID_GATEWAY"
        case .loseRace: "LOSE_RACE"
        case .pickedOff: "PICKED_OFF"
        case .userNotRegistered: "USER_NOT_REGISTERED"
        default: nil
        }
    }
}
