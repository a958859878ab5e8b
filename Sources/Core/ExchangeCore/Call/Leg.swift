internal import CallModel

/// One device in one call, or on its way into it.
struct Leg: Hashable, Sendable {
    let id: LegID
    /// The device's own name for the call.
    let callID: CallID
    private(set) var session: SignallingSessionID
    let user: UserID
    let device: DeviceID
    var state: LegState = .planned
    /// Where the device can be reached; `nil` while it is detached.
    var connection: ConnectionID?
    var capabilities: DeviceCapabilities
    /// Whether candidates can be sent to it one by one.
    var takesCandidates: Bool
    /// What it has said about its media.
    var media: LegMedia = .none
    /// How many of the other side's candidates it has been given.
    var candidatesGiven = 0
    /// Whether it has been told that the other side has no more.
    var isToldOfLastCandidate = false
    /// Whether it holds the call.
    var isHeld = false
    /// How far it is with taking up the call again.
    var reattachment = Reattachment.none
    /// How many offers to take up the call it was sent on this connection and has not answered.
    var attachesUnanswered = 0

    init(id: LegID, callID: CallID, of device: RegisteredSession, takesCandidates: Bool) {
        self.id = id
        self.callID = callID
        session = device.id
        user = device.user
        self.device = device.device
        connection = device.connection
        capabilities = device.capabilities
        self.takesCandidates = takesCandidates
    }

    /// Brings the leg to another log-in of its device.
    mutating func move(to login: RegisteredSession) {
        session = login.id
        connection = login.connection
        capabilities = login.capabilities
        takesCandidates = login.capabilities.contains(.trickle)
    }

    var isOver: Bool { state.ending != nil }

    /// Whether it came back and has not taken up the call yet.
    var isReattaching: Bool { reattachment != .none }

    /// Frees what only a live leg needs.
    mutating func strip() {
        media = .none
        reattachment = .none
    }

    /// Starts giving the other side's candidates from the first again, as after a new description.
    mutating func restartCandidates() {
        candidatesGiven = 0
        isToldOfLastCandidate = false
    }

    var status: LegStatus {
        LegStatus(
            id: id, user: user, device: device, stage: state.stage, isConnected: connection != nil, isHeld: isHeld,
            ending: state.ending)
    }
}

/// How far a leg has come, with what is known there. It only goes forward; `over` is where every leg ends.
enum LegState: Hashable, Sendable {
    /// The device is to be rung, and has not been told: it has no connection, or waits for the caller's candidates. Of
    /// the caller: nobody has been told to ring. At most the ring time.
    /// Leaves to: `ringing` (told), `over` (somebody else answered, cancelled, time).
    case planned
    /// The device was told to ring. At most the ring time.
    /// Leaves to: `answered` (it answered first), `over`.
    case ringing
    /// The device is in the call.
    /// Leaves to: `over` (either side hung up, either side lost for good).
    case answered
    /// The call is over for the device. `isKnown`: it ended the call itself, or never knew of it. Any other device is told
    /// at once, and again whenever it comes back: the connection it was told on may have been dead for a while, and a device
    /// that was not told takes its call for dropped.
    case over(Ending, isKnown: Bool)

    var stage: LegStage {
        switch self {
        case .planned: .planned
        case .ringing: .ringing
        case .answered: .answered
        case .over: .over
        }
    }

    var ending: Ending? {
        if case .over(let ending, _) = self { ending } else { nil }
    }
}

/// How far a device that came back is with taking up its call again.
enum Reattachment: Hashable, Sendable {
    /// It never left, or has taken it up.
    case none
    /// The other side is to make a fresh offer for it, as soon as it can be asked and has responded.
    /// Leaves to: `offered`, `none` (lost again, over).
    case awaitingOffer
    /// It was offered the call and has not answered that.
    /// Leaves to: `none`, `awaitingOffer` (whoever made the offer was lost before the answer could reach it).
    case offered
}

/// Where a leg is kept.
struct LegAddress: Hashable, Comparable, Sendable {
    let session: CallSessionID
    /// 0 is the caller.
    let index: Int

    static func < (left: LegAddress, right: LegAddress) -> Bool {
        (left.session, left.index) < (right.session, right.index)
    }
}
