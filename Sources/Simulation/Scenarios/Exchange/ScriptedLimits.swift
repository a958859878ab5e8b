package import CarillonRTC
internal import ExchangeCore
internal import Verto

/// The waiting times of a scenario's client and exchange, which are the constants of the real ones.
package struct ScriptedLimits: Hashable, Sendable {
    /// The time of a connection attempt that is neither answered nor refused.
    package var connectTime: Duration
    /// The longest time until a client notices a silent connection: it waits, sends a request, and waits for a
    /// response.
    package var silenceTime: Duration
    /// How a client restores a lost connection. The delays are the longest of their random range.
    package var reconnection = ReconnectionPolicy()
    /// How long a client waits for the carrier's gateway to register it.
    package var gatewayTime: Duration
    /// The longest time until the exchange or the carrier notices a dead connection: the idle time, and the time of the
    /// unanswered pings.
    package var deadTime: Duration
    /// How long the exchange keeps a call whose phone has lost its connection.
    package var resumeTime: Duration
    /// How long a ringing call waits for its caller's phone.
    package var callerGraceTime: Duration
    /// How long a client waits for the INVITE of a call in its session.
    package var unknownCallWait = ClientSettings.unknownCallWaitUsual

    /// Makes the limits of the real client and the real exchange.
    package init() {
        let client = VertoClientTiming()
        connectTime = client.connectTime
        silenceTime = client.keepAliveTime + client.requestTime
        gatewayTime = client.gatewayInterval * client.gatewayWaitCountMax
        let server = VertoServerLimits()
        deadTime = server.idleTime * (server.unansweredPingCountMax + 1)
        let exchange = ExchangeLimits()
        resumeTime = exchange.resumeTime
        callerGraceTime = exchange.callerGraceTime
    }
}

/// A planted way in which the script is more lenient than reality, to test that the contract detects it. No scenario
/// has any.
package enum InjectedLeniency: String, CaseIterable, Sendable {
    case neverGivesUp = "a client that never gives a connection up"
    case noticesSilenceEarly = "a client that notices a dead connection early"
    case refusesWhereNothingAnswers = "a network that refuses at once where nothing answers"
    case takesAnyCredentials = "an exchange that takes any credentials"
    case holdsWhileRinging = "a line that can always be held"
    case linesOutliveConnections = "a line that outlives the connection it is on"
    case namesEveryCause = "an exchange that says why of every end"
    case forgetsStatus = "ends without their SIP status"
    case tellsEndsAgain = "an exchange that tells an end again that it told a suspended app"
    case offersToAnyLogin = "a carrier that offers what waits to a phone that does not ask for it"
    case carrierTellsWhy = "a carrier that says what another device did with a call"
    case carrierTellsHold = "a carrier that tells the other side's hold"
    case carrierTellsLateEnds = "a carrier that tells an end to the phone that comes back"
    case puntedComeBack = "a client that comes back when another has taken its session over"
    case gatewayAlwaysUp = "a carrier whose gateway registers every phone"
    case gatewayIsAwaited = "a client that waits for the gateway for ever"
    case gatewayIsUnseen = "a client that is ready without the gateway"
    case returnsToAnySession = "an exchange or a carrier that gives a call back to another session than it was in"
    case seesDeathsAtOnce = "an exchange and a carrier that see at once that a process has ended"
    case dialsUnnamed = "an exchange that dials anew for a process that does not name itself"
    case dialsWhatWaits = "an exchange that dials anew while the carrier keeps an INVITE"
    case rescuedAtAnyTime = "an attendant that gives a call back while it takes a message"
    case claimedFromAttendant = "an attendant whose call can be claimed as one that rings"

    var limits: ScriptedLimits {
        var limits = ScriptedLimits()
        switch self {
        case .neverGivesUp: limits.reconnection.attemptsMax = .max
        case .noticesSilenceEarly: limits.silenceTime = .seconds(20)
        case .refusesWhereNothingAnswers: limits.connectTime = .milliseconds(200)
        case .takesAnyCredentials, .holdsWhileRinging, .linesOutliveConnections, .namesEveryCause,
            .forgetsStatus, .tellsEndsAgain, .offersToAnyLogin, .carrierTellsWhy, .carrierTellsHold,
            .carrierTellsLateEnds, .puntedComeBack, .gatewayAlwaysUp, .gatewayIsAwaited, .gatewayIsUnseen,
            .returnsToAnySession, .seesDeathsAtOnce, .dialsUnnamed, .dialsWhatWaits, .rescuedAtAnyTime,
            .claimedFromAttendant:
            break
        }
        return limits
    }
}
