internal import CallModel

/// The part of one device in one call.
struct Leg: Hashable, Sendable {
    private(set) var id: LegID
    /// The call's name on this device's wire.
    let callID: CallID
    private(set) var session: SignalingSessionID
    let user: UserID
    let device: DeviceID
    var state: LegState = .planned
    /// The device's connection; `nil` while it has none.
    var connection: ConnectionID?
    var capabilities: DeviceCapabilities
    /// Whether candidates can be sent to it one by one.
    var takesCandidates: Bool
    /// The media the device has described.
    var media: LegMedia = .none
    /// How many of the other side's candidates were sent to it.
    var candidatesGiven = 0
    /// Whether it was told that the other side has no more candidates.
    var knowsLastCandidate = false
    /// Whether it holds the call.
    var isHeld = false
    /// How far the device has come with taking up the call again after a lost connection.
    var reattachment = Reattachment.none
    /// How many offers to take up the call were sent on this connection and have no answer yet.
    var attachesUnanswered = 0
    /// How many of the answers to come, to offers to take up the call, are to former media of the other side.
    var attachesOutdated = 0
    /// What the device has shown to know of the call.
    var knowledge = LegKnowledge()
    /// How the transfer that it asked for failed, until its device is told.
    var failedTransfer: Ending?
    /// Whether it belongs to the call. That of a transfer's target does not until the target has the call.
    var hasPart = true

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

    /// Moves the leg to another login of its device.
    mutating func move(to login: RegisteredSession) {
        session = login.id
        connection = login.connection
        capabilities = login.capabilities
        takesCandidates = login.capabilities.contains(.trickle)
        knowledge = LegKnowledge()
        media = .none
    }

    /// Moves the leg into another call, whose other side has been given nothing of it yet.
    mutating func join(as name: LegID) {
        id = name
        restartCandidates()
        reattachment = .none
        attachesUnanswered = 0
        knowledge = LegKnowledge()
    }

    var isOver: Bool { state.ending != nil }

    /// Whether the device came back and has not taken up the call yet.
    var isReattaching: Bool { reattachment != .none }

    /// Frees the data that only a live leg needs.
    mutating func strip() {
        media = .none
        reattachment = .none
        failedTransfer = nil
    }

    /// Starts giving the other side's candidates from the first again, as after a new description.
    mutating func restartCandidates() {
        candidatesGiven = 0
        knowsLastCandidate = false
    }

    var status: LegStatus {
        LegStatus(
            id: id, user: user, device: device, stage: state.stage, isConnected: connection != nil, isHeld: isHeld,
            ending: state.ending)
    }
}

/// How far a leg has come. A leg only goes forward; every leg ends in `over`.
enum LegState: Hashable, Sendable {
    /// The device is to be rung and has not been told yet, because it has no connection or waits for the caller's
    /// candidates. For the caller's leg: no device has been told to ring. Lasts at most the ring time.
    /// Leaves to: `ringing` (told), `over` (another device answered, canceled, time).
    case planned
    /// The device was told to ring. Lasts at most the ring time.
    /// Leaves to: `answered` (it answered first), `over`.
    case ringing
    /// The device is in the call.
    /// Leaves to: `over` (either side hung up, either side lost for good).
    case answered
    /// The call is over for the device. `isKnown`: the device ended the call itself, or never knew of it. Any other
    /// device is told at once, and again whenever it comes back: the connection it was told on may have been dead for
    /// a while, and a device that was not told takes its call for dropped.
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

/// How far a device that came back has come with taking up its call again.
enum Reattachment: Hashable, Sendable {
    /// The device never left, or has taken up the call.
    case none
    /// The device was asked to acknowledge that it still has the call.
    /// Leaves to: `none` (it has, or was lost again), `awaitingOffer` (it says nothing).
    case probed
    /// The other side is to make a fresh offer for the device, as soon as it can be asked.
    /// Leaves to: `offered`, `none` (lost again, over).
    case awaitingOffer
    /// The device was offered the call and has not answered.
    /// Leaves to: `none`, `awaitingOffer` (the offerer was lost before the answer could reach it).
    case offered
}

/// The place of a leg: its call and its index there.
struct LegIndex: Hashable, Comparable, Sendable {
    let session: CallSessionID
    /// The caller has index 0.
    let index: Int

    static func < (left: LegIndex, right: LegIndex) -> Bool {
        (left.session, left.index) < (right.session, right.index)
    }
}
