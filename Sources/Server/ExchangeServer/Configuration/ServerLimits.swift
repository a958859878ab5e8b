internal import ExchangeCore
internal import Synchronization

/// The limits of the exchange that an operator may change, with the reason of each default.
public struct ServerLimits: Hashable, Sendable {
    /// The most open sockets. Default: half of a common 20,000 descriptors allows them.
    public var connections = 10_000
    /// The most open connections from one address. Default: an office of some hundred people with a few devices each
    /// behind one address.
    public var connectionsOfAddress = 1_000
    /// The most open connections from this machine; nil: as many as in all, as a proxy here connects for all clients.
    public var connectionsOfLoopback: Int?
    /// The wrong passwords of one login that are checked from one address within a minute, over WebSocket and HTTP
    /// together; further ones are refused unchecked, and one expires every two seconds. Default: a dozen phones of one
    /// login that were set up wrong.
    public var failedLoginsPerMinute = 30
    /// The wrong passwords from one address within a minute beyond which a login that failed there is refused
    /// unchecked; one without a failure is checked. The same number applies to one login that was proven there
    /// recently. Default: an office of some hundred people after a change of passwords.
    public var failedLoginsPerMinuteOfAddress = 1_000
    /// The most calls at once; one more is refused with a clear cause. Default: five seconds of 2,000 set-ups a second.
    public var calls = 10_000
    /// The most unanswered calls at once from one user to another user or a number. Default: a person has one, or two
    /// while a lost device is missed.
    public var ringsOfPair = 5
    /// How often one user may begin to ring another within a minute: by calls, answered or not, over all numbers, and
    /// by hand-overs. Beyond that, the minute divided by this number passes before each further one. Default: a person
    /// who needs the other calls again at once two or three times, and then every few minutes.
    public var ringStartsPerMinute = 6
    /// The most logged-in devices of one user: as many as one call can ring.
    public var devicesOfUser = 16
    /// The most bytes of a Verto message, also of a fragmented one. FreeSWITCH drops a socket above 1,000,000; a call
    /// with every candidate of a busy laptop needs about 20,000.
    public var messageBytes = 256 * 1024
    /// The most bytes waiting for one client that does not read; beyond that its socket is closed. An idle phone needs
    /// none of it, a slow one some tens of messages.
    public var outboundBytes = 512 * 1024
    /// How long a socket may stay without logging in. A phone logs in at once, a slow mobile link within seconds.
    public var loginWait = Duration.seconds(20)
    /// The most requests of one socket within a second. A person's phone needs ten in its busiest second, a switchboard
    /// hundreds.
    public var requestsPerSecond = 200
    /// How long a connection may take for its HTTP request head or sit idle between requests.
    public var requestWait = Duration.seconds(30)
    /// How long a called device may ring before the call counts as missed. It applies to calls between users.
    public var ringing = Duration.seconds(30)
    /// How long a call survives the loss of a socket. Source: reconnect time-out of the Telnyx client, 60 s.
    public var detached = Duration.seconds(60)
    /// The most bytes of an HTTP request body of the API: a user with some hundred devices fits.
    public var bodyBytes = 64 * 1024
    /// The most requests to the API from one asker within a minute. Default: a hundred a second, enough for a busy
    /// dashboard or provisioning script; a phone needs ten a minute.
    public var apiRequestsPerMinute = 6_000
    /// The same for one address, counting the requests that prove no asker: an office behind one address.
    public var apiRequestsPerMinuteOfAddress = 30_000
    /// How long a reply to a device waits until its content is stored, before the device is told of the failure. The
    /// JavaScript clients give a request 10 s.
    public var replyWait = Duration.seconds(8)
    /// How long ended calls stay in the journal.
    public var historyDays = 30
    /// How long a device may take to make or to answer a description during a call; nil: as the core of the exchange has
    /// it. Tests wait longer, as a busy machine runs both sides.
    package var descriptionWait: Duration?

    public init() {}
}

extension ServerLimits {
    /// The limits that the core of the exchange enforces.
    var ofExchange: ExchangeLimits {
        var limits = ExchangeLimits()
        limits.callsMax = calls
        limits.ringsOfPairMax = ringsOfPair
        limits.devicesOfUserMax = devicesOfUser
        limits.calledLegsMax = max(limits.calledLegsMax, devicesOfUser)
        limits.ringTime = ringing
        limits.resumeTime = detached
        limits.freshOfferTime = descriptionWait ?? limits.freshOfferTime
        limits.renegotiationTime = descriptionWait ?? limits.renegotiationTime
        return limits
    }
}

/// The current configuration of a running exchange, which may change while it runs.
///
/// Isolation: any thread. Read each value at the time of its use, so that the next connection, request or check has the
/// newest.
final class ServerSettings: Sendable {
    struct Values: Sendable {
        var configuration: ExchangeConfiguration
        /// nil: plain text.
        var tls: TLSIdentity?
        /// nil: the browser phone is not served.
        var browserPhone: BrowserPhoneFiles?
    }

    private let values: Mutex<Values>

    init(_ values: Values) { self.values = Mutex(values) }

    var current: Values { values.withLock { $0 } }
    var limits: ServerLimits { values.withLock { $0.configuration.limits } }
    var tokens: [APIToken] { values.withLock { $0.configuration.apiTokens } }
    var iceServers: [IceServerEntry] { values.withLock { $0.configuration.iceServers } }
    var tls: TLSIdentity? { values.withLock { $0.tls } }
    var browserPhone: BrowserPhoneFiles? { values.withLock { $0.browserPhone } }

    func set(_ new: Values) { values.withLock { $0 = new } }
}
