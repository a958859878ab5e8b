public import CallModel
public import Redaction

/// What a call to a number is for this device, as the exchange tells it alone.
public struct RingNews: Hashable, Sendable {
    /// What it is.
    public enum State: Hashable, Sendable {
        /// It rings, for so long.
        case ringing(left: Duration)
        /// The device that took it was lost: it rings anew, for so long.
        case ringingAgain(left: Duration)
        /// Another device has it; of the same user's the exchange says which.
        case answeredElsewhere(by: RingDevice?)
        /// This device has it.
        case won
        /// It is over for this device.
        case over(EndReason, by: RingDevice?)
    }

    public var session: CallSessionID
    /// Which ringing of this device by that session it is about.
    public var round: RingRound
    public var organization: OrganizationID?
    /// With whom the call is, and who sends its INVITE; `nil` where the exchange does not say: with itself.
    public var provider: SignalingProvider?
    public var state: State
    /// A fresh random name, drawn by the shell, for a call that has to be reported and may not use its own.
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

/// A device of the person's own, as their other devices call it.
public struct RingDevice: Hashable, Sendable {
    /// Foreign text, of at most ``nameLengthMax`` Unicode scalars.
    public let name: Redacted<String>
    /// As long as the exchange lets a device's name be.
    public static let nameLengthMax = 100

    /// `nil` for a name that says nothing; a longer one is cut.
    public init?(name: String) {
        guard !name.isEmpty else { return nil }
        self.name = Redacted(String(String.UnicodeScalarView(name.unicodeScalars.prefix(Self.nameLengthMax))))
    }
}
