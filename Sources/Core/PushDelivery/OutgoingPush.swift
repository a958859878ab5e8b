public import CallModel
public import PushPayload
internal import WireJSON

/// A push that the exchange wants delivered.
public struct OutgoingPush: Hashable, Sendable {
    /// The name of the push in all its attempts.
    public var id: PushID
    /// The token and the service that it is valid for.
    public var token: DeviceToken
    /// The message: the same value that the app will read.
    public var message: IncomingPush
    /// The moment after which it must not be sent any more, by the exchange's clock: the end of the ringing.
    public var deadline: WallTime
    /// Whether the device has a connection; then no VoIP push tells it that a call is over.
    public var hasLiveChannel: Bool

    public init(
        id: PushID, token: DeviceToken, message: IncomingPush, deadline: WallTime, hasLiveChannel: Bool = false
    ) {
        self.id = id
        self.token = token
        self.message = message
        self.deadline = deadline
        self.hasLiveChannel = hasLiveChannel
    }
}

/// Identifies one push, through all its attempts: Apple's `apns-id`.
public struct PushID: UUIDIdentifier {
    public let value: UUIDValue

    public init(_ value: UUIDValue) {
        self.value = value
    }
}

/// A push that passed the rules and is written out: all that a queue needs to know of it.
public struct PreparedPush: Hashable, Sendable {
    /// The name of the push in all its attempts.
    public let id: PushID
    /// The token and the service that it is valid for.
    public let token: DeviceToken
    /// What the push tells the device.
    public let kind: PushKind
    /// The call that it is about; nil: it names none.
    public let call: CallSessionID?
    /// The round in which the call rings the device.
    public let round: RingRound
    /// The moment after which it must not be sent any more, by the exchange's clock.
    public let deadline: WallTime
    /// The bytes to send: for Apple the payload, for Google the `data` object.
    public let body: [UInt8]
    /// The number by which the shell knows the waiting caller.
    public var reference: UInt64

    /// Applies the rules to a push and writes it.
    ///
    /// - Throws: the rule that keeps it from being sent.
    public init(_ push: OutgoingPush, reference: UInt64 = 0) throws(PushRuleViolation) {
        guard push.message.namesCall else { throw PushRuleViolation(.namesNoCall) }
        let body: [UInt8]?
        switch push.token.address {
        case .apns(let topic, _):
            let type = APNsPushType(topic: topic, push.message.kind)
            if type == .voip, push.message.kind != .incomingCall, push.hasLiveChannel {
                throw PushRuleViolation(.liveChannel)
            }
            body = push.message.bytes(as: push.message.style(of: type)).flatMap {
                $0.count <= type.payloadByteCountMax ? $0 : nil
            }
        case .fcm:
            body = push.message.messageData.map { JSONWriter.bytes(of: .object($0)) }
        }
        guard let body else { throw PushRuleViolation(.tooLarge) }
        self.body = body
        id = push.id
        token = push.token
        kind = push.message.kind
        call = push.message.callSession
        round = push.message.round ?? .first
        deadline = push.deadline
        self.reference = reference
    }
}

extension PreparedPush {
    /// Whether it is about the same ringing of its device.
    func isOfRinging(of other: PreparedPush) -> Bool { call != nil && call == other.call && round == other.round }
}

extension IncomingPush {
    /// How the system treats the push, besides waking the app.
    fileprivate func style(of type: APNsPushType) -> Style {
        switch type {
        case .voip: .plain
        case .alert: .alert
        case .background: .background
        }
    }
}

/// A rule of ours that keeps a push from being sent.
public enum PushRule: String, Hashable, Sendable, CaseIterable {
    /// The exchange has no credentials for this topic, project or environment.
    case noAccount
    /// The push is longer than the service accepts.
    case tooLarge
    /// It names no call: a VoIP push that leads to no call gets the app killed. Source: C1 (documented).
    case namesNoCall
    /// A VoIP push about an ended call, though the device can be told through its socket. Source: C12.
    case liveChannel
    /// The same call is already being told to this device.
    case duplicate
}

/// A push breaks a rule of ours.
public struct PushRuleViolation: Error, Hashable, Sendable, CustomStringConvertible {
    /// The rule that the push breaks.
    public let rule: PushRule

    public init(_ rule: PushRule) {
        self.rule = rule
    }

    public var description: String { "push: \(rule.rawValue)" }
}
