public import CallModel
public import Redaction

/// What a logged-in device asks of the exchange. Each request gets exactly one reply.
public enum DeviceRequest: Hashable, Sendable {
    /// Place a call.
    case dial(Dialling)
    /// Take a call that rings.
    case answer(Answering)
    /// End a call, cancel one that rings elsewhere, or decline one that rings here; the other side is told the status, if
    /// the device gives one.
    case hangUp(CallID, HangUpCause, SIPStatus? = nil)
    /// Hold or resume.
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
    /// The device has begun to ring. Taken note of, nothing waits for it: not every device says so.
    case ringing(CallID)

    /// The call the request speaks of.
    public var callID: CallID {
        switch self {
        case .dial(let dialling): dialling.callID
        case .answer(let answering): answering.callID
        case .hangUp(let callID, _, _), .changeHold(let callID, _), .sendTones(let callID, _),
            .candidate(let callID, _), .endOfCandidates(let callID), .attachAnswer(let callID, _),
            .updateMedia(let callID, _), .ringing(let callID):
            callID
        }
    }
}

/// What the exchange replies to a request. Each request gets exactly one.
public enum ExchangeReply: Hashable, Sendable {
    /// The call exists; everything else about it follows as messages, failure included.
    case callCreated(CallName)
    /// The device has the call.
    case answered(CallID)
    /// The device has taken up the call again.
    case attached(CallID)
    /// The call is over.
    case ended(CallID, HangUpCause)
    /// The device's own hold, as it stands now.
    case holdChanged(CallID, HoldChange, isHeld: Bool)
    /// Passed on: digits.
    case sent(CallID)
    /// The other side's answer to the new description.
    case mediaUpdated(CallID, Redacted<String>)
    /// Taken note of: candidates, ringing.
    case noted(CallID)
    /// Not done, and nothing changed.
    case refused(ExchangeRefusal)
}

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

/// The name a device gave to one of its requests; the reply carries it back as it came.
///
/// Devices number their requests or name them; neither need be unique beyond one connection.
/// Source: JSON-RPC 2.0 §4 (documented).
public enum RequestID: Hashable, Sendable {
    /// A number, as browsers and desk phones send.
    case number(Int64)
    /// A text, as the Telnyx SDKs send.
    case text(String)
}

/// The name by which one device and the exchange speak of a call (`callID` on the wire).
///
/// A caller chooses its own; a called device is given the name of its leg. The two sides of a call never share one.
public struct CallID: Hashable, Sendable, RawRepresentable, CustomStringConvertible {
    /// The text on the wire, opaque.
    public let rawValue: String

    /// Wraps the text on the wire.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// Wraps the text on the wire.
    public init(_ rawValue: String) {
        self.init(rawValue: rawValue)
    }

    /// The name given to the device that is rung by a leg.
    init(_ leg: LegID) {
        self.init(rawValue: leg.description)
    }

    /// The text itself: it names nobody.
    public var description: String { rawValue }
}

/// A called device's request to take the call.
public struct Answering: Hashable, Sendable {
    /// The name of the call on this device.
    public var callID: CallID
    /// The device's session description, an answer.
    public var description: Redacted<String>
    /// Whether candidates follow one by one.
    public var trickles: Bool
    /// Headers for the calling app.
    public var headers: [CustomHeader]

    /// Describes an answer.
    public init(callID: CallID, description: Redacted<String>, trickles: Bool, headers: [CustomHeader] = []) {
        self.callID = callID
        self.description = description
        self.trickles = trickles
        self.headers = headers
    }
}

/// What a device asks for its own hold.
public enum HoldChange: Hashable, Sendable {
    /// Hold the call; holding twice is holding once.
    case hold
    /// Take the call off hold.
    case resume
    /// Whichever of the two it is not now.
    case toggle
}

/// The status by which a device that speaks of SIP says how it ended a call.
public struct SIPStatus: Hashable, Sendable {
    /// What a final answer other than success may be. Source: RFC 3261 §7.2.
    private static let codes: ClosedRange<Int64> = 300...699
    /// The longest phrase that is passed on, in characters. The longest of RFC 3261 has 34.
    private static let reasonLengthMax = 64

    /// From 300 to 699.
    public let code: UInt16
    public let reason: String?

    /// Nil for what no call ends with.
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

    /// Makes a candidate.
    public init(text: Redacted<String>, mediaID: String? = nil, mediaIndex: Int? = nil) {
        self.text = text
        self.mediaID = mediaID
        self.mediaIndex = mediaIndex
    }
}
