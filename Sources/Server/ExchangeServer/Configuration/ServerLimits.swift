internal import ExchangeCore
internal import Synchronization

/// Every bound of the exchange that an operator may move; each default has its reason.
public struct ServerLimits: Hashable, Sendable {
    /// Sockets open at once. Default: what half of a common 20,000 descriptors allows.
    public var connections = 10_000
    /// Connections open at once from one address. Default: an office of some hundred people, with a few devices each,
    /// behind one address.
    public var connectionsOfAddress = 1_000
    /// Connections open at once from this machine; nil: as many as there may be of all, as a proxy here speaks for
    /// everybody.
    public var connectionsOfLoopback: Int?
    /// Wrong passwords of one login heard from one address within a minute, over WebSocket and HTTP together; what comes
    /// beyond is refused unseen, one is forgiven every two seconds. Default: a dozen phones of one login that were set up
    /// wrong.
    public var failedLoginsPerMinute = 30
    /// Wrong passwords from one address within a minute, whatever the login, beyond which a login that failed there is
    /// refused unseen; one without a failure is heard. As many of one login that was proven there of late. Default: an
    /// office of some hundred people after a change of passwords.
    public var failedLoginsPerMinuteOfAddress = 1_000
    /// Calls alive at once; one more is refused with a clear cause. Default: five seconds of 2,000 set-ups a second.
    public var calls = 10_000
    /// Calls at once by which one user rings another, or a number; answered ones do not count. Default: a person has one,
    /// or two while a lost device is missed.
    public var ringsOfPair = 5
    /// Devices of one user that may be logged in: as many as one call can ring.
    public var devicesOfUser = 16
    /// Bytes of one Verto message, also when it comes in fragments. FreeSWITCH drops a socket above 1,000,000; a call
    /// with every candidate of a busy laptop needs about 20,000.
    public var messageBytes = 256 * 1024
    /// Bytes waiting for one client that does not read; beyond, the socket is cut. An idle phone needs none of it,
    /// a slow one some tens of messages.
    public var outboundBytes = 512 * 1024
    /// How long a socket may stay without logging in. A phone logs in at once, a slow mobile link within seconds.
    public var loginWait = Duration.seconds(20)
    /// Requests of one socket within a second. A person's phone needs ten in its busiest second, a switchboard
    /// hundreds.
    public var requestsPerSecond = 200
    /// How long a connection may take for its HTTP request head or sit idle between requests.
    public var requestWait = Duration.seconds(30)
    /// How long a called device may ring: what the phones show as missed after. Source: requirements B14.
    public var ringing = Duration.seconds(30)
    /// How long a call survives the loss of a socket. Source: reconnect time-out of the Telnyx client, 60 s.
    public var detached = Duration.seconds(60)
    /// Bytes of one HTTP request body of the API: a user with some hundred devices fits.
    public var bodyBytes = 64 * 1024
    /// Requests of the API heard from one asker within a minute. Default: a hundred a second, what a busy dashboard or
    /// provisioning script needs; a phone needs ten a minute.
    public var apiRequestsPerMinute = 6_000
    /// The same from one address, whoever asks: an office behind one address.
    public var apiRequestsPerMinuteOfAddress = 30_000
    /// How long a reply to a device waits for what it says to be stored, before the device is told that it could not be.
    /// The JavaScript clients give a request 10 s.
    public var replyWait = Duration.seconds(8)
    /// How long ended calls stay in the journal.
    public var historyDays = 30

    public init() {}
}

extension ServerLimits {
    /// What of the limits the exchange itself holds.
    var ofExchange: ExchangeLimits {
        var limits = ExchangeLimits()
        limits.callsMax = calls
        limits.ringsOfPairMax = ringsOfPair
        limits.devicesOfUserMax = devicesOfUser
        limits.calledLegsMax = max(limits.calledLegsMax, devicesOfUser)
        limits.ringTime = ringing
        limits.resumeTime = detached
        return limits
    }
}

/// What a running exchange is told to be like now: it may be told otherwise while it runs.
///
/// Isolation: any thread. Who needs a value reads it when it is needed, so that the next connection, request or look has
/// the newest.
final class ServerSettings: Sendable {
    struct Values: Sendable {
        var configuration: ExchangeConfiguration
        /// nil: plain text.
        var tls: TLSIdentity?
    }

    private let values: Mutex<Values>

    init(_ values: Values) { self.values = Mutex(values) }

    var current: Values { values.withLock { $0 } }
    var limits: ServerLimits { values.withLock { $0.configuration.limits } }
    var tokens: [APIToken] { values.withLock { $0.configuration.apiTokens } }
    var iceServers: [IceServerEntry] { values.withLock { $0.configuration.iceServers } }
    var tls: TLSIdentity? { values.withLock { $0.tls } }

    func set(_ new: Values) { values.withLock { $0 = new } }
}
