public import CallModel

/// An effect that a ring session wants. In a store, all effects of one event go into one transaction together with the
/// session, and messages that leave the exchange are sent afterward.
public enum RingEffect: Hashable, Sendable, Codable {
    /// A command to the carrier: a row of the outbox, in the order of its session.
    case command(CarrierCommand, RingCommandID)
    /// An unsent command is no longer needed. A store that finds it unsent answers ``CommandResult/withdrawn``.
    case withdraw(RingCommandID)
    /// A push to a device, for the device's present round.
    case push(RingPush, DeviceID, round: RingRound = .first)
    /// A notice for a device on its connection, for the device's present round.
    case notice(DeviceNotice, DeviceID, round: RingRound = .first)
    /// The reply to a device's request.
    case reply(DeviceReply, DeviceID)
    /// The call has changed. Everyone who may know is told; versions grow by one.
    case stateChanged(RingStatus)
    /// A record to be kept permanently.
    case record(RingRecord)
    /// Send ``RingEvent/due`` at that time; nil: never. Replaces an earlier request.
    case wake(at: Duration?)
    /// An operator must look at this.
    case alarm(RingAlarm)
    /// An operator's request was refused: there is a newer version.
    case refused(RingRequest)
    /// Every leg is over: no more commands follow.
    case closed
}

/// A push to a device. It names the session; a device that receives two for one call shows one call.
public enum RingPush: Hashable, Sendable, Codable {
    /// A call rings until `deadline`, counted from the origin of the store's clock. The push is not sent later.
    case ring(deadline: Duration)
    /// The call is over, for a device without a connection to the exchange. It replaces the push of the ring.
    case cancel(DeviceReason)
}

/// A notice for a device on its connection.
public enum DeviceNotice: Hashable, Sendable, Codable {
    /// A call rings until `deadline`, for a device that a push may not reach in time. Sent again whenever the device
    /// connects.
    case ringing(deadline: Duration)
    /// Another device took the call: stop ringing. ``over(_:)`` tells the result later.
    case answeredElsewhere
    /// The winner was lost: ring again.
    case ringingAgain(deadline: Duration)
    /// This device has the call.
    case won
    /// The result of the call for this device, sent once.
    case over(DeviceReason)
}

/// The reply to a device's request.
public enum DeviceReply: Hashable, Sendable, Codable {
    /// The device may answer; the claim lasts until then.
    case granted(until: Duration)
    /// The device will be rung.
    case dialing
    /// The call rings; the request changed nothing.
    case ringing
    /// Another device has the call.
    case taken
    /// The call is over for this device, for the given reason.
    case over(DeviceReason)
    /// The request cannot be met now.
    case refused
}

/// A fault that must not happen, or that an operator must fix.
public enum RingAlarm: Hashable, Sendable, Codable {
    /// The carrier joined the caller to a leg that has no claim.
    case bridgedWithoutClaim(LegID)
    /// A leg is still alive although it was hung up.
    case hangUpIgnored(LegRef)
    /// A bridge could not be made.
    case bridgeFailed(LegID)
    /// A dial was refused: the credential of the device needs repair.
    case dialRefused(DeviceID)
    /// A message was lost or could not be recorded.
    case messageFailed
    /// A conversation was not recorded although it should have been, or its recording did not arrive.
    case recordingFailed
    /// A leg appeared that this session never planned.
    case unknownLeg(LegID)
    /// A message came after the call was over.
    case lateMessage(RecordingID)
    /// A message for a number that has no user any more. The exchange keeps it.
    case messageWithoutUser(RecordingID)
    /// An unexpected recording of a conversation arrived after another one. It is discarded.
    case unexpectedRecording(RecordingID)
}
