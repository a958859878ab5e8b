internal import Redaction

/// The limits of an exchange: counts, sizes and times.
public struct ExchangeLimits: Hashable, Sendable {
    // How many.
    /// Live calls. One costs some kilobytes with its descriptions, so this bounds them to a few hundred megabytes.
    public var callsMax = 50_000
    /// Live calls one user has placed; being called does not count. A callee that is in as many calls, as caller or
    /// callee, is busy. A switchboard's user reaches dozens, a person two.
    public var callsOfUserMax = 200
    /// Ringing calls of one user to another user or number, from all devices together; answered calls do not count. A
    /// person has one, or two while a lost device has not been noticed.
    public var ringsOfPairMax = 5
    /// Signaling sessions, with and without a connection. One costs under a kilobyte here.
    public var sessionsMax = 200_000
    /// Signaling sessions of one user, and so the devices one call can ring. Telnyx pushes to five; twice that here.
    public var devicesOfUserMax = 10
    /// Called legs of one call over its whole life: each device once, and a few for devices that log in meanwhile.
    public var calledLegsMax = 16
    /// Called legs of one call to a number: 64 devices, each three times, and the attendant; rounded up. The ring
    /// session has the same limit.
    public var numberLegsMax = 256
    /// Devices that take an answered call from another one, over its whole life. A person does so a few times.
    public var takersMax = 100
    /// Candidates of one leg that are kept and passed on. A host with ten addresses, two STUN and two TURN servers
    /// gathers about sixty.
    public var candidatesMax = 100
    /// Custom headers of one request. Apps use one or two.
    public var headersMax = 32
    /// Preferred codecs of one call; more do not exist.
    public var preferredCodecsMax = 16
    /// Digits in one request: a long account number with pauses.
    public var tonesMax = 128
    /// New descriptions of one call, such as ICE restarts, so that no pair of devices renegotiates for ever.
    public var renegotiationsMax: UInt32 = 1_000
    /// Ended calls kept to answer requests about them; the journal has them all.
    public var endedCallsMax = 10_000

    // How large, in bytes of UTF-8.
    /// A session description. One of audio with all candidates has about 6 kB.
    public var descriptionBytesMax = 32_768
    /// A candidate line. One has about 150.
    public var candidateBytesMax = 1_024
    /// Name and value of a header together, as SIP stacks allow.
    public var headerBytesMax = 1_024
    /// The opaque text of the calling app. Source: Telnyx passes base64 text of this order (assumed).
    public var clientStateBytesMax = 4_096
    /// A name, a number, a dialed text.
    public var nameBytesMax = 256
    /// A call's name as a caller chose it: a UUID has 36.
    public var callIDBytesMax = 128

    // How long.
    /// How long a call between users rings. Source: the requirement of 30 s, also in push payloads.
    public var ringTime: Duration = .seconds(30)
    /// How long a call to a number waits to be joined or ended. This is longer than any call rings (two minutes), so
    /// after it the ring session must be gone.
    public var numberCallTime: Duration = .seconds(180)
    /// How long the attendant may take to answer a diverted call. The attendant is a program on the same network.
    public var attendantTime: Duration = .seconds(10)
    /// How long a session without a connection is kept, with its answered calls.
    /// Source: the Telnyx SDK gives up after 60 s (documented).
    public var resumeTime: Duration = .seconds(60)
    /// How long the session of a page that went away is kept if it has no call. A browser closes the sockets of a page
    /// that is loaded again just as those of one that is closed; the reload takes a second or two. A call waits and
    /// rings for as long.
    public var pageReturnTime: Duration = .seconds(5)
    /// How long a ringing call waits for its caller's lost connection. A change of network takes two or three seconds
    /// (the SDK waits one and connects); a longer wait would let phones ring for a caller who is gone.
    public var callerGraceTime: Duration = .seconds(6)
    /// How long a call waits for one side's candidates if the other side needs them all at once. The Telnyx SDK
    /// declares the end 3 s after its last candidate (documented).
    public var gatheringTime: Duration = .seconds(4)
    /// How long a device may take to answer a new description; the JavaScript client gives a request 10 s (documented).
    public var renegotiationTime: Duration = .seconds(8)
    /// How long a device that came back may take to acknowledge that it still has its answered call. A client that has
    /// it needs a round trip. One that lost it says nothing, and is offered the call after this time.
    public var probeTime: Duration = .milliseconds(1_500)
    /// How long a device may take to make a new description for another that came back, which is sent no message
    /// before that. A phone needs milliseconds, or half a second for its candidates. The JavaScript client gives its
    /// login 10 s (documented), and candidates may take `gatheringTime` in addition.
    public var freshOfferTime: Duration = .seconds(3)
    /// How long a device that came back may take to answer a fresh offer. A page that was loaded anew asks for the
    /// microphone first.
    public var attachTime: Duration = .seconds(30)
    /// How long an ended call is kept to answer requests about it, such as late answers.
    public var endedCallTime: Duration = .seconds(60)

    /// When a callee is busy.
    public var busyRule: BusyRule = .unlessTooManyCalls

    /// Makes the default limits.
    public init() {}
}

/// When a callee is busy.
public enum BusyRule: Hashable, Sendable {
    /// With ``ExchangeLimits/callsOfUserMax`` calls: the app decides what a second call does (call waiting).
    case unlessTooManyCalls
    /// With any call, ringing or answered.
    case withAnyCall
}

/// A limit of the exchange that a request can exceed.
public enum ExchangeLimit: String, Hashable, Sendable {
    /// Calls at once.
    case calls
    /// Calls at once that one user placed.
    case callsOfUser
    /// Calls at once by which one user rings another.
    case ringsOfPair
    /// Signaling sessions of all users.
    case sessions
    /// Signaling sessions of one user.
    case devicesOfUser
    /// Candidates of one leg.
    case candidates
    /// The size of a candidate.
    case candidateBytes
    /// Headers of one call.
    case headers
    /// The size of a header.
    case headerBytes
    /// The size of a session description.
    case descriptionBytes
    /// The size of the calling app's opaque text.
    case clientStateBytes
    /// Digits in one request.
    case tones
    /// The number of preferred codecs.
    case preferredCodecs
    /// The size of a name, a number or a dialed text.
    case nameBytes
    /// The size of a call's name.
    case callIDBytes
    /// Changes of media of one call.
    case renegotiations
}

extension ClientRequest {
    /// The first limit of size that the request exceeds; nil if none.
    func limitExceeded(under limits: ExchangeLimits) -> ExchangeLimit? {
        switch self {
        case .dial(let dialing): dialing.limitExceeded(under: limits)
        case .take(let taking):
            taking.callID.rawValue.utf8.count > limits.callIDBytesMax
                ? .callIDBytes : limits.exceeded(by: taking.description)
        case .transfer(let transfer): transfer.limitExceeded(under: limits)
        case .answer(let answering), .describeEarly(let answering):
            limits.exceeded(by: answering.description) ?? limits.exceeded(by: answering.headers)
        case .attachAnswer(_, let description), .updateMedia(_, let description): limits.exceeded(by: description)
        case .hangUp, .changeHold, .sendTones, .candidate, .endOfCandidates, .ringing: nil
        }
    }
}

extension Dialing {
    fileprivate func limitExceeded(under limits: ExchangeLimits) -> ExchangeLimit? {
        if callID.rawValue.utf8.count > limits.callIDBytesMax { return .callIDBytes }
        var texts = [dialed]
        if case .permitted(let call) = verdict { texts += [call.callerName, call.callerNumber] }
        for text in texts where text.revealed.utf8.count > limits.nameBytesMax {
            return .nameBytes
        }
        if let clientState, clientState.revealed.utf8.count > limits.clientStateBytesMax { return .clientStateBytes }
        if preferredCodecs.count > limits.preferredCodecsMax { return .preferredCodecs }
        return limits.exceeded(by: description) ?? limits.exceeded(by: headers)
    }
}

extension TransferRequest {
    fileprivate func limitExceeded(under limits: ExchangeLimits) -> ExchangeLimit? {
        var texts = [dialed]
        for case .permitted(let call) in [verdict, peerVerdict] { texts += [call.callerName, call.callerNumber] }
        return texts.contains { $0.revealed.utf8.count > limits.nameBytesMax } ? .nameBytes : nil
    }
}

extension ExchangeLimits {
    fileprivate func exceeded(by description: Redacted<String>) -> ExchangeLimit? {
        description.revealed.utf8.count > descriptionBytesMax ? .descriptionBytes : nil
    }

    fileprivate func exceeded(by headers: [CustomHeader]) -> ExchangeLimit? {
        if headers.count > headersMax { return .headers }
        let isTooLong = headers.contains { $0.name.text.utf8.count + $0.value.revealed.utf8.count > headerBytesMax }
        return isTooLong ? .headerBytes : nil
    }
}
