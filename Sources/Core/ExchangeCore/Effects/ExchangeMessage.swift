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
