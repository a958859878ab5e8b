internal import Redaction
internal import Verto

/// One WebSocket of a phone at the edge, with its signaling session and the parameters of its address.
struct EdgeSocket: Hashable, Sendable {
    let number: Int
    /// The region in the first label of the host; nil for the nearest edge.
    let region: String?
    /// The edge that the phone's address names, which an earlier socket or a push had given it.
    let wantedEdge: String?
    /// The name of the edge, which is part of every frame to the phone.
    let edge: String
    var session: VertoServerSession
    /// The `sip_username` of the login; nil before it.
    var user: String?
    /// The methods without prefix of requests that wait for their reply.
    var asked: [VertoID: String] = [:]
    /// The end of the latest login's token, if registrations end with their token; else nil.
    var tokenEnd: Duration?
    /// Whether the next valid login is refused.
    var refusesLogin = false
    /// The number of the current start of each timer.
    var timers: [VertoServerTimer: Int] = [:]
    /// Whether the phone was woken by push.
    var isFromPush = false
    /// Whether the connection ended without the edge noticing it.
    var isDead = false

    /// The regions with an edge. Source: Telnyx's client SDKs.
    static let regions: Set<String> = ["eu", "us-central", "us-east", "us-west", "ca-central", "apac", "south-asia"]

    /// - Parameters:
    ///   - host: the `host` header of the request, with or without a port.
    ///   - query: the query of the request's address.
    init(_ number: Int, host: String?, query: String, edge: String, session: VertoServerSession) {
        self.number = number
        let label = host?.split(separator: ".").first.map(String.init)
        region = label.flatMap { Self.regions.contains($0) ? $0 : nil }
        wantedEdge = FormFields(query)?["voice_sdk_id"]
        self.edge = edge
        self.session = session
    }
}

/// A device registered for pushes of a credential. Source: Telnyx's iOS SDK, `userVariables` of the login.
struct EdgeDevice: Hashable, Sendable {
    /// The most devices of one credential; the oldest is dropped. Source: Telnyx, "at most five device tokens a user".
    static let countMax = 5

    var token: String
    /// `ios` or `android`.
    var provider: String
    /// `production` or `debug`.
    var environment: String
    /// Whether it gets pushes while it has a socket.
    var wantsPushWhenActive: Bool
    /// Whether it gets pushes for missed calls, as its user agent states.
    var wantsMissedCalls: Bool
}
