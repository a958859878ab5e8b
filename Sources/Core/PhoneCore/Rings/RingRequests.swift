public import CallModel

/// Decides when the exchange is asked, beside signaling, about calls that ring here: whether the person may answer,
/// that the device can be dialed, that it wants a call back from the attendant, that the person declines, who calls,
/// and how a call ended.
///
/// Calls never wait for an answer; signaling answers and ends them as if there were no requests. After each event the
/// phone derives the wanted requests from its state, so a new process wants the same as the old one. An unanswered
/// request is repeated, ``attemptsMax`` times in all; then it rests until the exchange may be reachable again.
/// Source: situations 9, 11–13, 28, 48 and 52 of Documentation/RingScenarios.md.
public struct RingRequests: Hashable, Sendable {
    /// The kinds of requests.
    public enum Kind: String, CaseIterable, Hashable, Sendable, Codable {
        /// Ask for the state or the outcome of the call.
        case status
        /// Ask who calls, because only the carrier announced the call, or a push without its caller.
        case caller
        /// Say that the device is registered and no INVITE has come, so that the exchange may dial it now.
        case ready
        /// Say that the person answered although the INVITE has not come, so that other devices stop ringing.
        case claim
        /// Get the call back from the attendant, because the person has answered here.
        case rescue
        /// Say that the person declines on this device.
        case decline
        /// Say that the person declines on all of their devices.
        case declineEverywhere
    }

    /// One request. A call has at most one of each kind.
    public struct Request: Hashable, Sendable {
        /// The call's name toward the system.
        public let call: CallUUID
        /// The exchange's id of the call, to which the request is addressed.
        public let session: CallSessionID
        /// The request.
        public let kind: Kind
        /// The round in which the session rings this device.
        public let round: RingRound
        /// For `ready`: the number of this process, if legs that the exchange dialed before lead nowhere.
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

    /// The answers of the exchange.
    public enum Reply: Hashable, Sendable {
        /// The person may answer; no other device can for a while.
        case granted
        /// The exchange dials the device, so the INVITE is on its way.
        case dialing
        /// The call rings on; the request needed no further action.
        case ringing
        /// The call is at the attendant.
        case voicemail
        /// Another device has the call. The exchange identifies a device of the same user.
        case taken(by: RingDevice?)
        /// The call ended for this device. `reported` is the exchange's account as in ``CallEnd``, if it says more than the
        /// reason.
        case over(EndReason, by: RingDevice?, reported: Ending? = nil)
        /// Who calls, as the exchange has it; empty for a caller that withholds the number.
        case caller(CallDisplay)
        /// The state of the call does not allow the request.
        case refused
        /// The request is done or was not necessary.
        case done
        /// The exchange knows no such call to a number that rings this device; only signaling has it.
        case unknown
        /// The exchange was unreachable or did not answer in time.
        case failed
    }

    /// The inputs of the machine.
    public enum Event: Hashable, Sendable {
        /// A request is wanted (`true`), or no longer wanted.
        case wanted(Request, Bool)
        /// The exchange answered a request, or did not.
        case replied(Request, Reply)
        /// The timer of a request fired.
        case timerFired(Request)
        /// The exchange of that call may be reachable again: there is a connection or a network.
        case reachable(CallUUID)
    }

    /// The outputs of the machine.
    public enum Effect: Hashable, Sendable {
        /// Send a request. The answer is one `replied`.
        case ask(Request)
        /// The exchange answered a wanted request; never with `failed`.
        case answered(Request, Reply)
        /// All attempts failed, and the request is not repeated.
        case gaveUp(Request)
        /// Starts a timer. It replaces a timer of the same name.
        case startTimer(Request, after: Duration)
        /// Stops the timer of a request, if it runs.
        case stopTimer(Request)
    }

    /// How long a registered device waits for an INVITE before it sends `ready`. The exchange usually dials as soon as
    /// a device registers.
    public static let readyWait = Duration.seconds(1)
    /// The waits between attempts.
    public static let retry = RetryPace(first: .seconds(1), longest: .seconds(8))
    /// How long a granted claim lasts. It is repeated after that if there is still no INVITE. Source: the exchange's
    /// RingLimits.
    public static let claimLease = Duration.seconds(5)
    /// The number of consecutive attempts of one request. With the waits above they take 39 s if each fails at once,
    /// longer than most calls ring.
    public static let attemptsMax: UInt8 = 8
    /// How many such series of attempts a request has: the first one, and one each time the exchange may be reachable
    /// again. Declines and outcomes are useful later too, but the phone gives up on an exchange that never answers
    /// (judgment).
    public static let roundsMax: UInt8 = 4

    private enum Stage: Hashable, Sendable {
        /// The timer until the next attempt runs.
        case waiting
        /// The request is under way.
        case asked
        /// A whole series failed. The request rests until the exchange may be reachable again.
        case resting
        /// The request was answered or given up. It rests until it is wanted again.
        case settled
    }

    private struct Entry: Hashable, Sendable {
        let request: Request
        var stage: Stage
        var attempts: UInt8 = 0
        var rounds: UInt8 = 1
    }

    /// The wanted requests. The numbers of live and of remembered calls bound them.
    private var entries: [Entry] = []

    /// Creates a machine without requests.
    public init() {}

    /// Handles one event and appends the effects that follow from it.
    public mutating func handle(_ event: Event, into effects: inout [Effect]) {
        switch event {
        case .wanted(let request, true): want(request, into: &effects)
        case .wanted(let request, false): drop(request, into: &effects)
        case .replied(let request, let reply): handle(reply, of: request, into: &effects)
        case .timerFired(let request):
            guard let index = index(of: request), entries[index].stage == .waiting else { return }
            ask(index, into: &effects)
        case .reachable(let call):
            for index in entries.indices where entries[index].stage == .resting && entries[index].request.call == call {
                entries[index].rounds += 1
                entries[index].attempts = 0
                ask(index, into: &effects)
            }
        }
    }

    /// Whether a request rests until the exchange is reachable.
    public func rests(_ request: Request) -> Bool { index(of: request).map { entries[$0].stage } == .resting }

    private func index(of request: Request) -> Int? { entries.firstIndex { $0.request == request } }

    private mutating func want(_ request: Request, into effects: inout [Effect]) {
        guard index(of: request) == nil else { return }
        entries.append(Entry(request: request, stage: .waiting))
        if request.kind == .ready {
            effects.append(.startTimer(request, after: Self.readyWait))
        } else {
            ask(entries.count - 1, into: &effects)
        }
    }

    /// Removes a request. A late answer to it is ignored.
    private mutating func drop(_ request: Request, into effects: inout [Effect]) {
        guard let index = index(of: request) else { return }
        if entries.remove(at: index).stage == .waiting { effects.append(.stopTimer(request)) }
    }

    private mutating func ask(_ index: Int, into effects: inout [Effect]) {
        entries[index].stage = .asked
        entries[index].attempts += 1
        effects.append(.ask(entries[index].request))
    }

    private mutating func handle(_ reply: Reply, of request: Request, into effects: inout [Effect]) {
        guard let index = index(of: request), entries[index].stage == .asked else { return }
        let attempts = entries[index].attempts
        switch reply {
        case .failed:
            guard attempts < Self.attemptsMax else {
                guard entries[index].rounds == Self.roundsMax else { return entries[index].stage = .resting }
                entries[index].stage = .settled
                return effects.append(.gaveUp(request))
            }
            entries[index].stage = .waiting
            effects.append(.startTimer(request, after: Self.retry.wait(after: attempts)))
        case .granted where attempts < Self.attemptsMax:
            entries[index].stage = .waiting
            effects.append(.startTimer(request, after: Self.claimLease))
            effects.append(.answered(request, reply))
        case .granted, .dialing, .ringing, .voicemail, .taken, .over, .caller, .refused, .done, .unknown:
            entries[index].stage = .settled
            effects.append(.answered(request, reply))
        }
    }
}

/// The devices on which the person declines a call.
public enum DeclineScope: String, CaseIterable, Hashable, Sendable, Codable {
    /// Only this device; others ring on.
    case here
    /// All devices of the person.
    case everywhere
}

/// The state of a call toward the exchange, beside its signaling.
struct RingFlags: Hashable, Sendable {
    /// The connection was lost while the call rang, so events may have been missed.
    var isCutOff = false
    /// The exchange must be asked for the call's state.
    var asksStatus = false
    /// The carrier ended the line, and the exchange has not said yet whether the call rings on. The timer for the
    /// INVITE then limits the wait for this answer, independently of the carrier's connection.
    var awaitsReason = false
    /// The call went to the attendant while the person answered.
    var wantsRescue = false
    /// Legs that the exchange dialed earlier lead nowhere, to an ended process or to invalid credentials. The carrier
    /// may not have noticed.
    var leadsNowhere = false
    /// The devices on which the person declined, if the person chose them.
    var declines: DeclineScope?
    /// The person answered here just after another device, which the exchange preferred. The line is about to end.
    var isLost = false
    /// That other device, if the exchange identifies it.
    var answeredBy: RingDevice?
}
