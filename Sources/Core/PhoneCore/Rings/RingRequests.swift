public import CallModel

/// Decides when the exchange is asked, beside signaling, about calls that ring here: whether the person may take one,
/// that the device can be dialed, that it wants a call back from the attendant, that the person declines, how one went.
///
/// Nothing waits for an answer: calls are taken and ended by signaling as if there were no such requests. The phone
/// says what it wants by what it knows at the end of a turn, so that a new process wants what the one before did. One
/// that was not answered is made again, ``attemptsMax`` times in all; then it rests until there is reason to believe
/// that the exchange can be reached again.
/// Source: backend §5.2 (pre-claim), scenarios 9, 11–13, 28, 48, 52.
public struct RingRequests: Hashable, Sendable {
    /// What is asked.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// How the call stands, or how it went.
        case status
        /// The device is registered, and no INVITE has come: the exchange may dial it now.
        case ready
        /// The person took the call and its INVITE is not here: others are to stop ringing.
        case claim
        /// The call has gone to the attendant, and the person here has taken it.
        case rescue
        /// The person declines on this device.
        case decline
        /// The person declines on all of theirs.
        case declineEverywhere
    }

    /// One request. There is one of each kind for a call.
    public struct Request: Hashable, Sendable {
        public let call: CallUUID
        public let session: CallSessionID
        public let kind: Kind
        /// Which ringing of this device by that session is meant.
        public let round: RingRound
        /// Of one that is `ready`: this process, where what the exchange dialed before leads nowhere.
        public let process: UInt64?

        public init(
            _ kind: Kind, _ call: CallUUID, _ session: CallSessionID, round: RingRound = .first, process: UInt64? = nil
        ) {
            self.kind = kind
            self.call = call
            self.session = session
            self.round = round
            self.process = process
        }
    }

    /// What the exchange answers.
    public enum Reply: Hashable, Sendable {
        /// The person may take the call; no other device can for a while.
        case granted
        /// The exchange dials the device: the INVITE is on its way.
        case dialing
        /// The call rings on, and nothing more was to be done.
        case ringing
        /// The call waits at the attendant.
        case voicemail
        /// Another device has the call; of the same user's the exchange says which.
        case taken(by: RingDevice?)
        /// The call is over for this device. `told`: as in ``CallEnd``, where the exchange says more than the reason.
        case over(EndReason, by: RingDevice?, told: Ending? = nil)
        /// It cannot be done as the call stands.
        case refused
        /// It is done, or there was nothing to do.
        case done
        /// The exchange knows no such call to a number that rings this device: signaling alone has it.
        case unknown
        /// The exchange could not be asked, or had no answer in time.
        case failed
    }

    /// What happens to it.
    public enum Event: Hashable, Sendable {
        /// A request is wanted, or no longer is.
        case wanted(Request, Bool)
        case replied(Request, Reply)
        /// The deadline of a request passed.
        case timerFired(Request)
        /// The exchange of that call may be reached again: there is a connection, or a way to the network.
        case reachable(CallUUID)
    }

    /// What it says.
    public enum Decision: Hashable, Sendable {
        /// The answer is `replied`, once.
        case ask(Request)
        /// The exchange answered a request that was still wanted; never `failed`.
        case answered(Request, Reply)
        /// There was no answer, as often as it was asked, and it is not asked again.
        case gaveUp(Request)
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(Request, after: Duration)
        case stopTimer(Request)
    }

    /// How long a registered device waits for an INVITE before it says that it is ready: the exchange usually dials as
    /// soon as a device registers.
    public static let readyWait = Duration.seconds(1)
    /// Between two attempts.
    public static let retry = RetryPace(first: .seconds(1), longest: .seconds(8))
    /// How long a claim that was granted lasts; it is made again then, if there is still no INVITE. Source: the
    /// exchange's RingLimits.
    public static let claimLease = Duration.seconds(5)
    /// Attempts in a row of one request: with the pace above they take 39 s where each fails at once, longer than most
    /// calls ring.
    public static let attemptsMax: UInt8 = 8
    /// How often a request begins such a row: at first, and each time when the exchange can be reached again. What was
    /// declined and how a call went is worth saying later too, but an exchange that never answers is left alone
    /// (judgment).
    public static let roundsMax: UInt8 = 4

    private enum Stage: Hashable, Sendable {
        /// The timer runs, at the end of which it is asked.
        case waiting
        /// The exchange is asked.
        case asked
        /// Not answered in a whole row: nothing more until the exchange can be reached again.
        case resting
        /// Answered, or given up: nothing more until it is wanted anew.
        case settled
    }

    private struct Entry: Hashable, Sendable {
        let request: Request
        var stage: Stage
        var attempts: UInt8 = 0
        var rounds: UInt8 = 1
    }

    /// As many as are wanted: bounded by the calls there can be, and those that are remembered.
    private var entries: [Entry] = []

    /// Nothing is wanted.
    public init() {}

    /// Handles one event and appends the decisions that follow from it.
    public mutating func handle(_ event: Event, at now: Duration, into decisions: inout [Decision]) {
        switch event {
        case .wanted(let request, true): want(request, into: &decisions)
        case .wanted(let request, false): drop(request, into: &decisions)
        case .replied(let request, let reply): take(reply, of: request, into: &decisions)
        case .timerFired(let request):
            guard let index = index(of: request), entries[index].stage == .waiting else { return }
            ask(index, into: &decisions)
        case .reachable(let call):
            for index in entries.indices where entries[index].stage == .resting && entries[index].request.call == call {
                entries[index].rounds += 1
                entries[index].attempts = 0
                ask(index, into: &decisions)
            }
        }
    }

    /// Whether it waits for the exchange to be reachable, and nothing happens till then.
    public func rests(_ request: Request) -> Bool { index(of: request).map { entries[$0].stage } == .resting }

    private func index(of request: Request) -> Int? { entries.firstIndex { $0.request == request } }

    private mutating func want(_ request: Request, into decisions: inout [Decision]) {
        guard index(of: request) == nil else { return }
        entries.append(Entry(request: request, stage: .waiting))
        if request.kind == .ready {
            decisions.append(.startTimer(request, after: Self.readyWait))
        } else {
            ask(entries.count - 1, into: &decisions)
        }
    }

    /// An answer that is on its way is not heard any more.
    private mutating func drop(_ request: Request, into decisions: inout [Decision]) {
        guard let index = index(of: request) else { return }
        if entries.remove(at: index).stage == .waiting { decisions.append(.stopTimer(request)) }
    }

    private mutating func ask(_ index: Int, into decisions: inout [Decision]) {
        entries[index].stage = .asked
        entries[index].attempts += 1
        decisions.append(.ask(entries[index].request))
    }

    private mutating func take(_ reply: Reply, of request: Request, into decisions: inout [Decision]) {
        guard let index = index(of: request), entries[index].stage == .asked else { return }
        let attempts = entries[index].attempts
        switch reply {
        case .failed:
            guard attempts < Self.attemptsMax else {
                guard entries[index].rounds == Self.roundsMax else { return entries[index].stage = .resting }
                entries[index].stage = .settled
                return decisions.append(.gaveUp(request))
            }
            entries[index].stage = .waiting
            decisions.append(.startTimer(request, after: Self.retry.wait(after: attempts)))
        case .granted where attempts < Self.attemptsMax:
            entries[index].stage = .waiting
            decisions.append(.startTimer(request, after: Self.claimLease))
            decisions.append(.answered(request, reply))
        case .granted, .dialing, .ringing, .voicemail, .taken, .over, .refused, .done, .unknown:
            entries[index].stage = .settled
            decisions.append(.answered(request, reply))
        }
    }
}

/// On which devices the person declines a call.
public enum DeclineScope: String, CaseIterable, Hashable, Sendable, Codable {
    /// Other devices ring on.
    case here
    /// On all of the person's.
    case everywhere
}

/// What a call wants of the exchange beside its signaling.
struct RingMarks: Hashable, Sendable {
    /// Its connection was lost while it rang: what happened meanwhile was not heard.
    var isCutOff = false
    /// The exchange is to be asked how it stands.
    var asksStatus = false
    /// The carrier ended its line, and the exchange has not said yet whether it rings on. The deadline for the INVITE
    /// is one for that answer, and the carrier's connection has no part in it.
    var awaitsReason = false
    /// It went to the attendant while the person took it.
    var wantsRescue = false
    /// What the exchange dialed for it before leads nowhere, which the carrier may not have noticed: to a process that
    /// has ended, or to credentials that are good no longer.
    var leadsNowhere = false
    /// On which devices the person declined it, where they said so.
    var declines: DeclineScope?
    /// The person took it here as another device had just taken it, which the exchange preferred: its line is about to
    /// end.
    var isLost = false
    /// Which device that is, where the exchange says so.
    var takenBy: RingDevice?
}
