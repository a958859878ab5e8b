public import CallModel
public import Redaction

/// What the exchange says to a device on its own account, in no dialect.
public enum ExchangeMessage: Hashable, Sendable {
    /// The device is ready for calls; these calls of its session still stand.
    case ready(reattached: [CallID])
    /// The device is rung.
    case invite(Invitation)
    /// The other side rings. Only to devices that know the message.
    case ringing(CallName)
    /// The call was answered.
    case answer(AnswerNotice)
    /// The call is over for this device; how it ended, as this device is to be told.
    case bye(CallID, Ending)
    /// Take up a call again on this connection.
    case attach(AttachOffer)
    /// Who the device is connected with: name, number.
    case display(CallID, name: Redacted<String>, number: Redacted<String>)
    /// One candidate of the other side.
    case candidate(CallID, TrickledCandidate)
    /// The other side has no more candidates.
    case endOfCandidates(CallID)
    /// Digits from the other side.
    case tones(CallID, Redacted<String>)
    /// Answer this new description, within `ExchangeLimits.renegotiationTime`.
    case updateMedia(CallID, OfferID, Redacted<String>)
    /// Make a new description for the other side, which came back and may have no media any more, within
    /// `ExchangeLimits.freshOfferTime`. A `mediaAnswer` follows: with the description that stood before, if nothing came
    /// of it.
    case requestOffer(CallID, OfferID)
    /// The other side's answer to the description the device made when it was asked, or took up the call again.
    case mediaAnswer(CallID, Redacted<String>)
    /// The other side holds. Only to devices that want to know.
    case remoteHold(CallID)
    /// The other side has resumed. Only to devices that want to know.
    case remoteResume(CallID)
}

/// What a called device is told when it is rung.
public struct Invitation: Hashable, Sendable {
    /// The call, as this device is to name it.
    public var name: CallName
    /// The caller's description, an offer.
    public var description: Redacted<String>
    /// Whether the caller's candidates follow one by one.
    public var trickles: Bool
    /// The caller's name.
    public var callerName: Redacted<String>
    /// The caller's number.
    public var callerNumber: Redacted<String>
    /// What the caller dialled.
    public var dialled: Redacted<String>
    /// The calling app's headers.
    public var headers: [CustomHeader]
    /// The calling app's own mark on the call.
    public var clientState: Redacted<String>?
    /// Codecs the caller would like to be used first.
    public var preferredCodecs: [PreferredCodec]
}

/// What the caller's device is told when the call was answered.
public struct AnswerNotice: Hashable, Sendable {
    /// The call.
    public var name: CallName
    /// The winner's description, an answer.
    public var description: Redacted<String>
    /// Whether the winner's candidates follow one by one.
    public var trickles: Bool
    /// The answering app's headers.
    public var headers: [CustomHeader]
}

/// What a device that came back is told of each call that still stands: an offer to take it up again.
public struct AttachOffer: Hashable, Sendable {
    /// The call.
    public var name: CallName
    /// The other side's last description, as an offer, candidates included.
    public var description: Redacted<String>
    /// The other side's name.
    public var peerName: Redacted<String>
    /// The other side's number.
    public var peerNumber: Redacted<String>
}

/// A call as one device knows it: its own name for it, and the names under which the exchange keeps it.
public struct CallName: Hashable, Sendable {
    /// The name on this device's wire.
    public let callID: CallID
    /// The call itself, the same on every device.
    public let session: CallSessionID
    /// This device's leg.
    public let leg: LegID

    /// Names a call.
    public init(callID: CallID, session: CallSessionID, leg: LegID) {
        self.callID = callID
        self.session = session
        self.leg = leg
    }
}
