public import CallModel

/// Why a request was not done.
public enum ExchangeRefusal: Hashable, Sendable {
    /// The connection has not logged in.
    case notLoggedIn
    /// No such call on this device. Also said of other devices' calls: whose they are is nobody's business.
    case callDoesNotExist
    /// The device already has a call of that name.
    case callIDInUse
    /// The call has ended, or has ended for this device: how, as this device was told.
    case callEnded(Ending)
    /// The call has not been answered yet.
    case callNotAnswered
    /// Only a called device can do that.
    case notCalled
    /// There is nothing to attach to: the device never left.
    case notDetached
    /// The session description cannot be read or has no audio.
    case malformedDescription
    /// The digits contain something that is no digit, or nothing.
    case malformedTones
    /// The other side cannot change its media in the middle of a call, or did not.
    case peerCannotRenegotiate
    /// Neither side falls silent when the call is held: both expect a server between them to do it.
    case nobodyKeepsHold
    /// Another new description of this call is being answered; try again.
    case renegotiationInProgress
    /// A limit of the exchange is reached.
    case limitReached(ExchangeLimit)
}
