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
