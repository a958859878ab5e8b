public import CallModel
public import Redaction

/// A message of the exchange to a device that is no reply. It is independent of the dialect.
public enum ExchangeMessage: Hashable, Sendable {
    /// The device is ready for calls. The listed calls of its session go on.
    case ready(reattached: [CallID])
    /// The device is rung.
    case invite(CallInvitation)
    /// The other side rings. Sent only to devices that know the message.
    case ringing(CallName)
    /// A device that rings has described its media, which may connect before the answer. Sent only to callers that
    /// take it. The answer repeats the description, or brings that of another device.
    case earlyDescription(CallID, Redacted<String>)
    /// The call was answered.
    case answer(AnswerNotice)
    /// The call is over for this device. The ending is the one to tell this device.
    case bye(CallID, Ending)
    /// The device is to take up a call again on this connection.
    case attach(AttachOffer)
    /// The device is to acknowledge that it still has this answered call, within ``ExchangeLimits/probeTime``. Sent only
    /// to devices that acknowledge messages.
    case probe(CallID)
    /// The name and number of the party the device is connected with.
    case display(CallID, name: Redacted<String>, number: Redacted<String>)
    /// The other side has found a candidate.
    case candidate(CallID, TrickledCandidate)
    /// The other side has no more candidates.
    case endOfCandidates(CallID)
    /// The other side sent digits.
    case tones(CallID, Redacted<String>)
    /// The device is to answer this new description within `ExchangeLimits.renegotiationTime`.
    case updateMedia(CallID, OfferID, Redacted<String>)
    /// The device is to make a new description within `ExchangeLimits.freshOfferTime` for the other side, which came
    /// back and may have no media any more. A `mediaAnswer` follows. If the offer is dropped, that answer is the
    /// description that stood before.
    case requestOffer(CallID, OfferID)
    /// The device, which has answered a call that is transferred to it, is to make an offer for a side that it has not
    /// heard of, within `ExchangeLimits.freshOfferTime`. A `mediaAnswer` follows, or the call ends.
    case requestNewOffer(CallID, OfferID)
    /// The other side answered the description that the device made, either when asked for one or when it took up the
    /// call again.
    case mediaAnswer(CallID, Redacted<String>)
    /// The call was not transferred, and goes on; the ending is that of the call which rang the target. Sent only to
    /// devices that answer new descriptions.
    case transferFailed(CallID, Ending)
    /// The other side holds the call. Sent only to devices that want to know.
    case remoteHold(CallID)
    /// The other side resumed the call. Sent only to devices that want to know.
    case remoteResume(CallID)
}

/// The message that rings a called device.
public struct CallInvitation: Hashable, Sendable {
    /// The names of the call for this device.
    public var name: CallName
    /// The caller's description, an offer.
    public var description: Redacted<String>
    /// Whether the caller's candidates follow one by one.
    public var trickles: Bool
    /// The caller's name, as the calling policy shows it.
    public var callerName: Redacted<String>
    /// The caller's number, as the calling policy shows it.
    public var callerNumber: Redacted<String>
    /// The text the caller dialed.
    public var dialed: Redacted<String>
    /// The calling app's headers.
    public var headers: [CustomHeader]
    /// The opaque text the calling app attached to the call.
    public var clientState: Redacted<String>?
    /// The codecs the caller prefers.
    public var preferredCodecs: [PreferredCodec]
    /// Whether the device may describe its media while it rings.
    public var takesEarlyDescription = false
}

/// The message that tells the caller's device of the answer.
public struct AnswerNotice: Hashable, Sendable {
    /// The names of the call for the caller's device.
    public var name: CallName
    /// The winner's description, an answer.
    public var description: Redacted<String>
    /// Whether the winner's candidates follow one by one.
    public var trickles: Bool
    /// The answering app's headers.
    public var headers: [CustomHeader]
    /// Whether the exchange waits for the device's acknowledgement. It does of a device that takes the call from another.
    public var isToBeAcknowledged = false
}

/// An offer to a device that came back, to take up one of its calls again.
public struct AttachOffer: Hashable, Sendable {
    /// The names of the call for the device that came back.
    public var name: CallName
    /// The other side's last description, as an offer, candidates included.
    public var description: Redacted<String>
    /// The name of the other side, to be shown.
    public var peerName: Redacted<String>
    /// The number of the other side, to be shown.
    public var peerNumber: Redacted<String>
}

/// The names of a call for one device: the device's own, and those of the exchange.
public struct CallName: Hashable, Sendable {
    /// The call's name on this device's wire.
    public let callID: CallID
    /// The call's id, the same on every device.
    public let session: CallSessionID
    /// This device's leg.
    public let leg: LegID

    public init(callID: CallID, session: CallSessionID, leg: LegID) {
        self.callID = callID
        self.session = session
        self.leg = leg
    }
}
