/// Why a leg was released, as a number and its name on the wire.
///
/// A code without a name in this table is kept, and named `CAUSE_<code>`. Source: ITU-T Q.850 (1…127) and the private
/// codes both dialects add (observed; Telnyx numbers two of them differently, so two names have two codes).
public struct HangUpCause: Hashable, Sendable, RawRepresentable {
    /// The number, `causeCode` on the wire.
    public let rawValue: UInt16

    /// Wraps a number, known or not.
    public init(rawValue: UInt16) {
        self.rawValue = rawValue
    }

    /// Wraps a number, known or not.
    public init(_ code: UInt16) {
        self.init(rawValue: code)
    }

    /// Finds the cause a wire name stands for; of two codes with one name, Telnyx's. Unknown names give `nil`.
    public init?(name: String) {
        if let known = Self.names.first(where: { $0.name == name }) {
            self.init(known.code)
        } else if name.hasPrefix(Self.unknownPrefix), let code = UInt16(name.dropFirst(Self.unknownPrefix.count)) {
            self.init(code)
        } else {
            return nil
        }
    }

    /// The number, `causeCode` on the wire.
    public var code: UInt16 { rawValue }

    /// The name, `cause` on the wire.
    public var name: String {
        Self.names.first { $0.code == rawValue }?.name ?? Self.unknownPrefix + String(rawValue)
    }

    private static let unknownPrefix = "CAUSE_"
}

extension HangUpCause {
    /// 1: the number is unassigned.
    public static let unallocatedNumber = HangUpCause(1)
    /// 16: one side hung up.
    public static let normalClearing = HangUpCause(16)
    /// 17: the callee is in another call.
    public static let userBusy = HangUpCause(17)
    /// 18: the callee's device did not respond.
    public static let noUserResponse = HangUpCause(18)
    /// 19: it rang and was not answered.
    public static let noAnswer = HangUpCause(19)
    /// 21: the callee declined.
    public static let callRejected = HangUpCause(21)
    /// 27: no device could be reached; also the answer to a call id that is in use.
    public static let destinationOutOfOrder = HangUpCause(27)
    /// 41: a failure that may pass.
    public static let normalTemporaryFailure = HangUpCause(41)
    /// 88: no codec or media in common.
    public static let incompatibleDestination = HangUpCause(88)
    /// 95: the message was malformed.
    public static let invalidMessage = HangUpCause(95)
    /// 96: the message lacked something.
    public static let mandatoryElementMissing = HangUpCause(96)
    /// 102: a deadline passed.
    public static let recoveryOnTimerExpire = HangUpCause(102)
    /// 487: the caller gave up before an answer.
    public static let originatorCancel = HangUpCause(487)
    /// 602: the time allotted to the call is over (Telnyx).
    public static let allottedTimeout = HangUpCause(602)
    /// 608: no such gateway (Telnyx).
    public static let invalidGateway = HangUpCause(608)
    /// 702: another device answered first (FreeSWITCH).
    public static let loseRace = HangUpCause(702)
    /// 804: no media for too long (FreeSWITCH).
    public static let mediaTimeout = HangUpCause(804)
    /// 805: another device of the callee answered.
    public static let pickedOff = HangUpCause(805)
    /// 806: no device of the callee is registered.
    public static let userNotRegistered = HangUpCause(806)
}

extension HangUpCause: CustomStringConvertible {
    /// Name and number, such as `USER_BUSY (17)`.
    public var description: String { "\(name) (\(rawValue))" }
}

extension HangUpCause: Codable {
    /// Reads the number from a single value.
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(UInt16.self))
    }

    /// Writes the number as a single value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}

extension HangUpCause {
    /// Every cause with a name of its own, by ascending code.
    public static let known: [HangUpCause] = names.map { HangUpCause($0.code) }

    /// Code and wire name. Source: ITU-T Q.850; from 487 on as both dialects send them (observed).
    static let names: [(code: UInt16, name: String)] = [
        (1, "UNALLOCATED_NUMBER"),
        (2, "NO_ROUTE_TRANSIT_NET"),
        (3, "NO_ROUTE_DESTINATION"),
        (6, "CHANNEL_UNACCEPTABLE"),
        (7, "CALL_AWARDED_DELIVERED"),
        (16, "NORMAL_CLEARING"),
        (17, "USER_BUSY"),
        (18, "NO_USER_RESPONSE"),
        (19, "NO_ANSWER"),
        (20, "SUBSCRIBER_ABSENT"),
        (21, "CALL_REJECTED"),
        (22, "NUMBER_CHANGED"),
        (23, "REDIRECTION_TO_NEW_DESTINATION"),
        (25, "EXCHANGE_ROUTING_ERROR"),
        (27, "DESTINATION_OUT_OF_ORDER"),
        (28, "INVALID_NUMBER_FORMAT"),
        (29, "FACILITY_REJECTED"),
        (30, "RESPONSE_TO_STATUS_ENQUIRY"),
        (31, "NORMAL_UNSPECIFIED"),
        (34, "NORMAL_CIRCUIT_CONGESTION"),
        (38, "NETWORK_OUT_OF_ORDER"),
        (41, "NORMAL_TEMPORARY_FAILURE"),
        (42, "SWITCH_CONGESTION"),
        (43, "ACCESS_INFO_DISCARDED"),
        (44, "REQUESTED_CHAN_UNAVAIL"),
        (45, "PRE_EMPTED"),
        (50, "FACILITY_NOT_SUBSCRIBED"),
        (52, "OUTGOING_CALL_BARRED"),
        (54, "INCOMING_CALL_BARRED"),
        (57, "BEARERCAPABILITY_NOTAUTH"),
        (58, "BEARERCAPABILITY_NOTAVAIL"),
        (63, "SERVICE_UNAVAILABLE"),
        (65, "BEARERCAPABILITY_NOTIMPL"),
        (66, "CHAN_NOT_IMPLEMENTED"),
        (69, "FACILITY_NOT_IMPLEMENTED"),
        (79, "SERVICE_NOT_IMPLEMENTED"),
        (81, "INVALID_CALL_REFERENCE"),
        (88, "INCOMPATIBLE_DESTINATION"),
        (95, "INVALID_MSG_UNSPECIFIED"),
        (96, "MANDATORY_IE_MISSING"),
        (97, "MESSAGE_TYPE_NONEXIST"),
        (98, "WRONG_MESSAGE"),
        (99, "IE_NONEXIST"),
        (100, "INVALID_IE_CONTENTS"),
        (101, "WRONG_CALL_STATE"),
        (102, "RECOVERY_ON_TIMER_EXPIRE"),
        (103, "MANDATORY_IE_LENGTH_ERROR"),
        (111, "PROTOCOL_ERROR"),
        (127, "INTERWORKING"),
        (487, "ORIGINATOR_CANCEL"),
        (602, "ALLOTTED_TIMEOUT"),
        (608, "INVALID_GATEWAY"),
        (700, "CRASH"),
        (701, "SYSTEM_SHUTDOWN"),
        (702, "LOSE_RACE"),
        (703, "MANAGER_REQUEST"),
        (800, "BLIND_TRANSFER"),
        (801, "ATTENDED_TRANSFER"),
        (802, "ALLOTTED_TIMEOUT"),
        (803, "USER_CHALLENGE"),
        (804, "MEDIA_TIMEOUT"),
        (805, "PICKED_OFF"),
        (806, "USER_NOT_REGISTERED"),
        (807, "PROGRESS_TIMEOUT"),
        (808, "INVALID_GATEWAY"),
        (809, "GATEWAY_DOWN"),
    ]
}
