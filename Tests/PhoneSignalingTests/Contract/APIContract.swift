import CallModel
import PhoneCore
import PhoneKit
import Redaction

/// What a phone asks of the exchange's API, or what happens there, and what the phone is told then.
struct APIQuestion: Sendable {
    enum Action: Sendable {
        case ask(@MainActor @Sendable (any ExchangeAPIPort) -> Void)
        /// The same about the call.
        case askAboutCall(@MainActor @Sendable (any ExchangeAPIPort, CallSessionID) -> Void)
        /// The person is called on all devices, by a user and no number.
        case calls
        /// The same, by the number of the person's.
        case callsNumber
        /// The person takes the call on another device.
        case takenElsewhere
        case callerHangsUp
        /// The phone connects at the carrier, and asks for what waits there.
        case connectsAtCarrier
        /// The app's process ends, and the next begins. Where it is not heard, the carrier does not know of the end.
        case processBeginsAnew(isHeard: Bool)
        /// The call rings over the carrier.
        case lineRings
        /// The person takes it.
        case answers
        /// The call has rung for long enough: the attendant greets the caller.
        case attendantGreets
        /// The caller is heard out: the attendant takes a message.
        case attendantRecords
        /// The exchange can be asked no more.
        case exchangeGoesAway
        /// Another device of the person's ends this one's session.
        case sessionIsEnded
    }

    let action: Action
    /// Each piece of news, in order.
    let answer: [String]

    static func ask(
        tells answer: String..., by question: @escaping @MainActor @Sendable (any ExchangeAPIPort) -> Void
    ) -> APIQuestion {
        APIQuestion(action: .ask(question), answer: answer)
    }

    /// A request about the call.
    ///
    /// - Parameter process: the run of the app that it names.
    static func ask(_ kind: RingRequests.Kind, by process: UInt64? = nil, tells answer: String) -> APIQuestion {
        let call = CallUUID(.random(high: 2, low: 2))
        return APIQuestion(
            action: .askAboutCall { $0.ask(RingRequests.Request(kind, call, $1, process: process)) },
            answer: ["\(kind): \(answer)"])
    }

    static let calls = APIQuestion(action: .calls, answer: [])
    static let callsNumber = APIQuestion(action: .callsNumber, answer: [])
    static let takenElsewhere = APIQuestion(action: .takenElsewhere, answer: [])
    static let callerHangsUp = APIQuestion(action: .callerHangsUp, answer: [])
    static let connectsAtCarrier = APIQuestion(action: .connectsAtCarrier, answer: [])
    static func processBeginsAnew(isHeard: Bool) -> APIQuestion {
        APIQuestion(action: .processBeginsAnew(isHeard: isHeard), answer: [])
    }
    static let lineRings = APIQuestion(action: .lineRings, answer: [])
    static let answers = APIQuestion(action: .answers, answer: [])
    static let attendantGreets = APIQuestion(action: .attendantGreets, answer: [])
    static let attendantRecords = APIQuestion(action: .attendantRecords, answer: [])
    static let exchangeGoesAway = APIQuestion(action: .exchangeGoesAway, answer: [])
    static let sessionIsEnded = APIQuestion(action: .sessionIsEnded, answer: [])
}

struct APIStatement: Sendable, CustomStringConvertible {
    let description: String
    let isSignedIn: Bool
    /// Where the call of it comes over the carrier, and may go to the attendant: what becomes of an INVITE for a phone that
    /// is not connected.
    let absence: Absence?
    /// What the exchange calls the phone; one that does not know it has a session of its own in each process.
    let device: String?
    /// What the phone's lines are told, one by one.
    let lines: [String]
    let questions: [APIQuestion]

    /// What the carrier does with an INVITE for a phone that is not there.
    enum Absence {
        case isKept, isRefused
    }

    init(
        _ description: String, isSignedIn: Bool = true, absence: Absence? = nil, on device: String? = "phone",
        lines: [String] = [],
        _ questions: [APIQuestion]
    ) {
        self.description = description
        self.isSignedIn = isSignedIn
        self.absence = absence
        self.device = device
        self.lines = lines
        self.questions = questions
    }

    /// Whether the call of it rings a number.
    var isAboutNumber: Bool {
        questions.contains { if case .callsNumber = $0.action { true } else { false } }
    }

    /// Whether it goes to the attendant, and soon.
    var isAboutAttendant: Bool {
        questions.contains { if case .attendantGreets = $0.action { true } else { false } }
    }

    static let organizations = ["acme", "zoo"]
    static let acme = OrganizationID("acme")
    private static let stranger = OrganizationID("elsewhere")
    static let token = PushTokenRegistration.Message(
        .production, DevicePushToken(Redacted(String(repeating: "ab", count: 32))))
    private static let noToken = PushTokenRegistration.Message(.production, nil)

    static let all = aboutThePerson + aboutNumbers + aboutAttendant + aboutProcesses

    private static let pushed: [APIQuestion] = [
        .ask(tells: "token confirmed") { $0.upload(token) }, .callsNumber,
    ]

    private static let aboutNumbers = [
        APIStatement(
            "a call that rings a number may be taken by who claims it first, and again by the same; none is to be rescued",
            pushed + [
                .ask(.status, tells: "ringing"), .ask(.caller, tells: "told"), .ask(.rescue, tells: "refused"),
                .ask(.claim, tells: "granted"),
                .ask(.claim, tells: "granted"), .ask(.status, tells: "ringing"),
            ]),
        APIStatement(
            "a device that can be reached is dialed for a call that rings a number",
            pushed + [.ask(.ready, tells: "dialing"), .ask(.status, tells: "ringing")]),
        APIStatement(
            "a call that rings a number is over for the device that declines it, which may decline it for all",
            pushed + [
                .ask(.decline, tells: "done"), .ask(.status, tells: "over (declined, not told)"),
                .ask(.ready, tells: "over (declined, not told)"), .ask(.claim, tells: "refused"),
                .ask(.declineEverywhere, tells: "done"),
            ]),
        APIStatement(
            "a call that rings a number is over when it is declined for all devices",
            pushed + [
                .ask(.declineEverywhere, tells: "done"), .ask(.status, tells: "over (\(Ending(.declined)))"),
                .ask(.claim, tells: "over (declined, not told)"), .ask(.decline, tells: "done"),
            ]),
        APIStatement(
            "a call that rang a number and whose caller gave up is over, and says so to each request",
            pushed + [
                .callerHangsUp, .ask(.status, tells: "over (\(Ending(.cancelled)))"),
                .ask(.claim, tells: "over (cancelled, not told)"), .ask(.ready, tells: "over (cancelled, not told)"),
                .ask(.rescue, tells: "over (cancelled, not told)"), .ask(.declineEverywhere, tells: "done"),
            ]),
        APIStatement(
            "a call that rings a number is taken by another device, and its name is told",
            pushed + [
                .takenElsewhere, .ask(.claim, tells: "taken by desk"),
                .ask(.ready, tells: "over (answeredElsewhere, not told) by desk"),
                .ask(.rescue, tells: "over (answeredElsewhere, not told) by desk"),
                .ask(.status, tells: "over (answeredElsewhere, not told) by desk"),
            ]),
        APIStatement(
            "a device that no push reaches is not rung for a number, and has no say",
            [.callsNumber, .ask(.claim, tells: "unknown"), .ask(.decline, tells: "unknown")]),
    ]

    private static let aboutThePerson = [
        APIStatement(
            "credentials are fetched for every organisation, and each later ones have a higher version",
            [
                .ask(tells: "fetched acme, zoo for a day or more, of the carrier []", "acme: first", "zoo: first") {
                    $0.fetchCredentials()
                },
                .ask(tells: "granted acme: higher") { $0.askCredentials(of: acme) },
                .ask(tells: "fetched acme, zoo for a day or more, of the carrier []", "acme: higher", "zoo: higher") {
                    $0.fetchCredentials()
                },
            ]),
        APIStatement(
            "only a member is given credentials of an organisation",
            [
                .ask(tells: "granted acme: first") { $0.askCredentials(of: acme) },
                .ask(tells: "denied elsewhere (notMember)") { $0.askCredentials(of: stranger) },
            ]),
        APIStatement(
            "a call that rings no number is declined by signaling alone; how it went can be asked",
            [
                .calls, .ask(.status, tells: "ringing"), .ask(.decline, tells: "unknown"),
                .ask(.declineEverywhere, tells: "unknown"), .ask(.status, tells: "ringing"), .callerHangsUp,
                .ask(.declineEverywhere, tells: "unknown"), .ask(.status, tells: "over (\(Ending(.cancelled)))"),
            ]),
        APIStatement(
            "what cannot be asked about a call fails", isSignedIn: false,
            [.calls, .ask(.status, tells: "failed"), .ask(.declineEverywhere, tells: "failed")]),
        APIStatement(
            "a push token is taken, and taken back",
            [
                .ask(tells: "token confirmed") { $0.upload(token) },
                .ask(tells: "no token confirmed") { $0.upload(noToken) },
                .ask(tells: "no token confirmed") { $0.upload(noToken) },
            ]),
        APIStatement(
            "a session is renewed, again and again",
            [
                .ask(tells: "session renewed") { $0.renewSession() },
                .ask(tells: "session renewed") { $0.renewSession() },
            ]),
        APIStatement(
            "without a session nothing is given, and a sign-out has nothing to do", isSignedIn: false,
            [
                .ask(tells: "token failed") { $0.upload(token) },
                .ask(tells: "no token confirmed") { $0.upload(noToken) },
                .ask(tells: "denied acme (notSignedIn)") { $0.askCredentials(of: acme) },
                .ask(tells: "fetch failed") { $0.fetchCredentials() },
                .ask(tells: "renewal refused") { $0.renewSession() },
                .ask(tells: "session done") { $0.perform(.session) },
            ]),
        APIStatement(
            "a session that was ended elsewhere is told to be over, and gives nothing",
            [
                .sessionIsEnded, .ask(tells: "session rejected", "token failed") { $0.upload(token) },
                .ask(tells: "session rejected", "denied acme (notSignedIn)") { $0.askCredentials(of: acme) },
                .ask(tells: "session rejected", "fetch failed") { $0.fetchCredentials() },
                .ask(tells: "renewal refused") { $0.renewSession() },
                .ask(tells: "session rejected", "session done") { $0.perform(.session) },
            ]),
        APIStatement(
            "an exchange that cannot be asked confirms nothing and refuses nothing",
            [
                .exchangeGoesAway, .ask(tells: "token failed") { $0.upload(token) },
                .ask(tells: "no token confirmed") { $0.upload(noToken) },
                .ask(tells: "denied acme (unreachable)") { $0.askCredentials(of: acme) },
                .ask(tells: "fetch failed") { $0.fetchCredentials() },
                .ask(tells: "renewal failed") { $0.renewSession() },
                .ask(tells: "session failed") { $0.perform(.session) },
                .ask(tells: "notices done") { $0.perform(.notices) },
                .ask(tells: "identity done") { $0.perform(.identity) },
            ]),
        APIStatement(
            "a sign-out ends the session there, and then forgets it here",
            [
                .ask(tells: "token confirmed") { $0.upload(token) },
                .ask(tells: "pushToken done") { $0.perform(.pushToken) },
                .ask(tells: "session done") { $0.perform(.session) },
                .ask(tells: "session rejected", "denied acme (notSignedIn)") { $0.askCredentials(of: acme) },
                .ask(tells: "credentials done") { $0.perform(.credentials) },
                .ask(tells: "identity done") { $0.perform(.identity) },
                .ask(tells: "denied acme (notSignedIn)") { $0.askCredentials(of: acme) },
            ]),
    ]
}
