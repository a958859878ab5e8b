public import CallModel

/// What a ring session wants done. All of one event go into one transaction, with the session itself; what leaves the
/// exchange is sent from there afterwards.
public enum RingEffect: Hashable, Sendable, Codable {
    /// A command to the carrier: a row of the outbox. In the order of one session.
    case command(CarrierCommand, RingCommandID)
    /// A command need no longer be sent, if it was not: whoever finds it unsent answers ``CommandResult/withdrawn``.
    case withdraw(RingCommandID)
    /// A push to a device, of the round that it is in.
    case push(RingPush, DeviceID, round: RingRound = .first)
    /// News for a device on its connection, of the round that it is in.
    case notice(DeviceNotice, DeviceID, round: RingRound = .first)
    /// The answer to what a device asked for.
    case reply(DeviceReply, DeviceID)
    /// The call is not what it was: for everybody who may know. Versions grow by one.
    case stateChanged(RingStatus)
    /// Something to be kept for good.
    case record(RingRecord)
    /// Send ``RingEvent/due`` then; nil: not at all. Replaces what was asked before.
    case wake(at: Duration?)
    /// Somebody should look at this.
    case alarm(RingAlarm)
    /// An operator's request was refused: there is a newer version.
    case refused(RingRequest)
    /// Every leg is over: nothing more will be commanded.
    case closed
}

/// A push to a device. It names the session; a device that hears twice of one call shows one.
public enum RingPush: Hashable, Sendable, Codable {
    /// A call rings until `deadline`, since the origin of the store's clock. Not sent later.
    case ring(deadline: Duration)
    /// The call is over, for a device that has no connection to hear it on. Under the name of the ring.
    case cancel(DeviceReason)
}

/// News for a device on its connection.
public enum DeviceNotice: Hashable, Sendable, Codable {
    /// A call rings until `deadline`; for a device that no push may reach in time. Told again whenever the device begins
    /// to hear.
    case ringing(deadline: Duration)
    /// Somebody else took the call: stop ringing. What became of it is told by ``over(_:)``.
    case answeredElsewhere
    /// Whoever took the call was lost: ring again.
    case ringingAgain(deadline: Duration)
    /// This device has the call.
    case won
    /// What the call came to for this device. Told once.
    case over(DeviceReason)
}

/// The answer to what a device asked for.
public enum DeviceReply: Hashable, Sendable, Codable {
    /// It may answer; the claim lasts until then.
    case granted(until: Duration)
    /// It will be rung.
    case dialing
    /// The call rings; nothing more was to be done.
    case ringing
    /// Somebody else has the call.
    case taken
    /// The call is over for this device, and this is why.
    case over(DeviceReason)
    /// It cannot be done now.
    case refused
}

/// Something that must not happen, or that a person has to mend.
public enum RingAlarm: Hashable, Sendable, Codable {
    /// The carrier joined the caller to a leg that has no claim.
    case bridgedWithoutClaim(LegID)
    /// A leg does not go though it was told to.
    case hangUpIgnored(LegRef)
    /// A bridge could not be made.
    case bridgeFailed(LegID)
    /// A dial was refused: the credential of the device needs repair.
    case dialRefused(DeviceID)
    /// A message was lost or could not be recorded.
    case messageFailed
    /// A conversation was not recorded though it should have been, or its recording did not come.
    case recordingFailed
    /// A leg appeared that this session never planned.
    case unknownLeg(LegID)
    /// A message came after the call was over.
    case lateMessage(RecordingID)
    /// A message of a number that no user has any more: the exchange keeps it.
    case messageWithoutUser(RecordingID)
    /// A recording of a conversation came that is not known to be wanted, though one was: it is discarded.
    case unexpectedRecording(RecordingID)
}
