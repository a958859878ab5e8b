public import CallModel
public import Redaction

/// News about a call to a number, which the exchange tells this device alone.
public struct RingUpdate: Hashable, Sendable {
    /// The state of the call for this device.
    public enum State: Hashable, Sendable {
        /// The call rings for this much longer.
        case ringing(left: Duration)
        /// The device that had answered was lost. The call rings again, for this much longer.
        case ringingAgain(left: Duration)
        /// Another device answered. The exchange identifies a device of the same user.
        case answeredElsewhere(by: RingDevice?)
        /// This device won the call.
        case won
        /// The call ended for this device.
        case over(EndReason, by: RingDevice?)
    }

    /// The exchange's identifier of the call.
    public var session: CallSessionID
    /// The round in which the session rings this device.
    public var round: RingRound
    /// The organization whose number was called; `nil` if the exchange does not say.
    public var organization: OrganizationID?
    /// The provider of the call, which sends its INVITE; `nil` if the exchange does not say, which means the exchange.
    public var provider: SignalingProvider?
    /// The state of the call for this device.
    public var state: State
    /// A random name, drawn by the shell, for a call that must be reported and cannot use its own name.
    public var spare: CallUUID

    public init(
        _ session: CallSessionID, round: RingRound = .first, organization: OrganizationID? = nil,
        provider: SignalingProvider? = nil,
        _ state: State, spare: CallUUID
    ) {
        self.session = session
        self.round = round
        self.organization = organization
        self.provider = provider
        self.state = state
        self.spare = spare
    }
}

/// A device of the person, as the person's other devices name it.
public struct RingDevice: Hashable, Sendable {
    /// Foreign text of at most ``nameLengthMax`` Unicode scalars.
    public let name: Redacted<String>
    /// The exchange's maximum length of a device's name.
    public static let nameLengthMax = 100

    /// Creates a device; `nil` for an empty name. A longer name is cut.
    public init?(name: String) {
        guard !name.isEmpty else { return nil }
        self.name = Redacted(String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.nameLengthMax))))
    }
}
