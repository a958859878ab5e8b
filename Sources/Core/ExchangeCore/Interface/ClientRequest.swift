public import CallModel
public import Redaction

/// A request of a logged-in device. Each request gets exactly one reply.
public enum ClientRequest: Hashable, Sendable {
    /// Place a call.
    case dial(Dialing)
    /// Take an answered call from another device of the same user.
    case take(TakeRequest)
    /// Transfer an answered call to another user, blindly: the device leaves it once the two others are connected. A
    /// failure comes as ``ExchangeMessage/transferFailed(_:_:)``, and the device goes on with the call.
    case transfer(TransferRequest)
    /// Take a call that rings.
    case answer(AnswerRequest)
    /// Describe the media of a call that rings, before the answer. Its headers are ignored.
    case describeEarly(AnswerRequest)
    /// End a call, cancel one that rings elsewhere, or decline one that rings here. If the device gives a status, the
    /// other side is told it.
    case hangUp(CallID, HangUpCause, SIPStatus? = nil)
    /// Hold or resume the call.
    case changeHold(CallID, HoldChange)
    /// Pass digits to the other side: `0–9 * # A–D`, and `w`/`,` for pauses.
    case sendTones(CallID, Redacted<String>)
    /// Pass on one ICE candidate.
    case candidate(CallID, TrickledCandidate)
    /// There are no more candidates.
    case endOfCandidates(CallID)
    /// Answer the description of an `attach` message.
    case attachAnswer(CallID, Redacted<String>)
    /// Offer the other side a new description (ICE restart).
    case updateMedia(CallID, Redacted<String>)
    /// The device has begun to ring. No decision depends on it, because not every device says so.
    case ringing(CallID)

    /// The call the request speaks of.
    public var callID: CallID {
        switch self {
        case .dial(let dialing): dialing.callID
        case .take(let taking): taking.callID
        case .transfer(let transfer): transfer.callID
        case .answer(let answering), .describeEarly(let answering): answering.callID
        case .hangUp(let callID, _, _), .changeHold(let callID, _), .sendTones(let callID, _),
            .candidate(let callID, _), .endOfCandidates(let callID), .attachAnswer(let callID, _),
            .updateMedia(let callID, _), .ringing(let callID):
            callID
        }
    }
}

/// The reply to a request. Each request gets exactly one.
public enum ExchangeReply: Hashable, Sendable {
    /// The call exists. Everything else about it follows as messages, failure included.
    case callCreated(CallName)
    /// The target of the transfer rings, or the device is told why not.
    case transferBegun(CallID)
    /// The device has the call.
    case answered(CallID)
    /// The device has taken up the call again.
    case attached(CallID)
    /// The call is over.
    case ended(CallID, HangUpCause)
    /// Whether the device holds the call now.
    case holdChanged(CallID, HoldChange, isHeld: Bool)
    /// The digits were passed on.
    case sent(CallID)
    /// The other side's answer to the new description.
    case mediaUpdated(CallID, Redacted<String>)
    /// Candidates, or the fact that the device rings, were noted.
    case noted(CallID)
    /// The request was refused, and changed nothing.
    case refused(ExchangeRefusal)
}

/// Why a request was refused.
public enum ExchangeRefusal: Hashable, Sendable {
    /// The connection has not logged in.
    case notLoggedIn
    /// The device has no such call. Other devices' calls are refused alike, so that no device learns of them.
    case callDoesNotExist
    /// The device already has a call of that name.
    case callIDInUse
    /// The call has ended, at least for this device; the ending is the one this device was told.
    case callEnded(Ending)
    /// The call has not been answered yet.
    case callNotAnswered
    /// Only a called device can do that.
    case notCalled
    /// The device was offered no call to take up again: it never left.
    case notDetached
    /// The session description cannot be read or has no audio.
    case malformedDescription
    /// There are no digits, or one of the characters is no digit.
    case malformedTones
    /// The other side cannot change its media during a call, or did not do so in time.
    case peerCannotRenegotiate
    /// A call to a number, and one in which a message is left, cannot be transferred.
    case cannotTransfer
    /// Neither device falls silent when the call is held: both expect a server between them to do it.
    case noPartySupportsHold
    /// Another new description of this call is being answered. The device may try again.
    case renegotiationInProgress
    /// A limit of the exchange is reached.
    case limitReached(ExchangeLimit)
}

/// The name a device gave to one of its requests; the reply repeats it unchanged.
///
/// Devices number or name their requests; an id is unique on one connection at most.
/// Source: JSON-RPC 2.0 §4 (documented).
public enum RequestID: Hashable, Sendable {
    /// A number, as browsers and desk phones send.
    case number(Int64)
    /// A text, as the Telnyx SDKs send.
    case text(String)
}

/// The name by which one device and the exchange speak of a call (`callID` on the wire).
///
/// A caller's device chooses its own name; a called device is given the name of its leg. The two sides of a call
/// never share one.
public struct CallID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The text on the wire, opaque.
    public let rawValue: String

    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The call's name for the device that a leg rings.
    init(_ leg: LegID) {
        self.init(rawValue: leg.description)
    }

    /// The text itself; it holds no personal data.
    public var description: String { rawValue }
}

/// A called device's request to take the call, or its description before that.
public struct AnswerRequest: Hashable, Sendable {
    /// The name of the call on this device.
    public var callID: CallID
    /// The device's session description, an answer.
    public var description: Redacted<String>
    /// Whether candidates follow one by one.
    public var trickles: Bool
    /// The answering app's headers, for the calling app.
    public var headers: [CustomHeader]

    public init(callID: CallID, description: Redacted<String>, trickles: Bool, headers: [CustomHeader] = []) {
        self.callID = callID
        self.description = description
        self.trickles = trickles
        self.headers = headers
    }
}

/// A device's request to take an answered call from another device of its user.
public struct TakeRequest: Hashable, Sendable {
    /// The name that the device chose for the call.
    public var callID: CallID
    /// The call that is taken.
    public var session: CallSessionID
    /// The device's session description, an offer to the other side.
    public var description: Redacted<String>
    /// Whether candidates follow one by one.
    public var trickles: Bool

    public init(callID: CallID, session: CallSessionID, description: Redacted<String>, trickles: Bool) {
        self.callID = callID
        self.session = session
        self.description = description
        self.trickles = trickles
    }
}

/// A device's request to transfer an answered call of its own to another user.
public struct TransferRequest: Hashable, Sendable {
    /// The name of the call on this device.
    public var callID: CallID
    /// The id of the call that rings the target, fresh from the shell's random source.
    public var session: CallSessionID
    /// The policy's verdict on a call of the device's user to the target.
    public var verdict: CallingVerdict
    /// The policy's verdict on a call of the other side to the target, which is shown the name and number in it.
    public var peerVerdict: CallingVerdict
    /// The text that names the target. The other side is shown it.
    public var dialed: Redacted<String>
    /// The target's devices that a push reaches, with or without a connection; looked up by the shell.
    public var wakeable: [DeviceID]
    /// The organization the device speaks for, as the shell names it; nil if none.
    public var organization: String?

    public init(
        callID: CallID, session: CallSessionID, verdict: CallingVerdict, peerVerdict: CallingVerdict,
        dialed: Redacted<String>, wakeable: [DeviceID] = [], organization: String? = nil
    ) {
        self.callID = callID
        self.session = session
        self.verdict = verdict
        self.peerVerdict = peerVerdict
        self.dialed = dialed
        self.wakeable = wakeable
        self.organization = organization
    }
}

/// A change of a device's own hold.
public enum HoldChange: Hashable, Sendable {
    /// Hold the call; a call held twice is held once.
    case hold
    /// Take the call off hold.
    case resume
    /// Hold the call if it is not held, and resume it if it is.
    case toggle
}

/// The SIP status with which a device says how it ended a call.
public struct SIPStatus: Hashable, Sendable {
    /// The codes of final responses other than success. Source: RFC 3261 §7.2.
    private static let codes: ClosedRange<Int64> = 300...699
    /// The longest phrase that is passed on, in characters. The longest of RFC 3261 has 34.
    private static let reasonLengthMax = 64

    /// From 300 to 699.
    public let code: UInt16
    /// The phrase beside the code, cut to 64 characters; foreign text. nil: the device gave none.
    public let reason: String?

    /// Fails for a code with which no call ends.
    public init?(_ code: Int64, _ reason: String?) {
        guard Self.codes.contains(code) else { return nil }
        self.code = UInt16(code)
        self.reason = reason.map { String($0.prefix(Self.reasonLengthMax)) }
    }
}

/// One ICE candidate that travels on its own. Source: RFC 8840 §4.
public struct TrickledCandidate: Hashable, Sendable {
    /// The candidate line, with or without `a=`; it holds addresses of the device.
    public let text: Redacted<String>
    /// The `a=mid` of the media section it belongs to.
    public let mediaID: String?
    /// The index of that section, counted from 0.
    public let mediaIndex: Int?

    public init(text: Redacted<String>, mediaID: String? = nil, mediaIndex: Int? = nil) {
        self.text = text
        self.mediaID = mediaID
        self.mediaIndex = mediaIndex
    }
}
