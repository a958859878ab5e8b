internal import Redaction
internal import Verto

/// One WebSocket of a phone at the edge: its signalling session and what its address says.
struct EdgeSocket: Hashable, Sendable {
    let number: Int
    /// Of the first label of the host; nil: the edge that is nearest.
    let region: String?
    /// What the phone's address asked for: the edge that an earlier socket or a push named.
    let wantedEdge: String?
    /// What every frame to the phone carries.
    let edge: String
    var session: VertoServerSession
    /// The `sip_username` that logged in.
    var user: String?
    /// The methods of requests that wait for their reply, without prefix.
    var asked: [VertoID: String] = [:]
    /// The next login is refused, though it is good.
    var refusesLogin = false
    /// Which start of a timer counts.
    var timers: [VertoServerTimer: Int] = [:]
    /// Whether it is the login of a phone that was pushed.
    var isFromPush = false
    /// Whether the phone has gone, and the edge has not noticed.
    var isDead = false

    /// Regions that have an edge. Source: Telnyx's client SDKs.
    static let regions: Set<String> = ["eu", "us-central", "us-east", "us-west", "ca-central", "apac", "south-asia"]

    /// - Parameters:
    ///   - host: of the request, perhaps with its port.
    ///   - query: of its address.
    init(_ number: Int, host: String?, query: String, edge: String, session: VertoServerSession) {
        self.number = number
        let label = host?.split(separator: ".").first.map(String.init)
        region = label.flatMap { Self.regions.contains($0) ? $0 : nil }
        wantedEdge = FormFields(query)?["voice_sdk_id"]
        self.edge = edge
        self.session = session
    }
}

/// A device that wants pushes for a credential. Source: Telnyx's iOS SDK, `userVariables` of the login.
struct EdgeDevice: Hashable, Sendable {
    /// Devices of one credential; the oldest goes. Source: Telnyx, "at most five device tokens a user".
    static let countMax = 5

    var token: String
    /// `ios` or `android`.
    var provider: String
    /// `production` or `debug`.
    var environment: String
    /// Also while it has a socket.
    var wantsPushWhenActive: Bool
    /// Also of calls that were missed: what its user agent says.
    var wantsMissedCalls: Bool
}

/// Something that goes wrong at the edge, on demand.
public struct EdgeFault: Hashable, Sendable {
    public enum Kind: Hashable, Sendable {
        /// The message never arrives.
        case lose
        /// It arrives so much later; what comes behind it may overtake it.
        case delay(Duration)
        /// It arrives twice.
        case double
        /// A login is refused, though it is good. Source of the words: `VertoLoginRefusal`.
        case refuseLogin
        /// The socket is cut in the place of the message.
        case cut
    }

    /// What the end of a phone's socket is called, as if it were a message of the phone's.
    public static let ending = "close"

    public var kind: Kind
    /// The method as on the wire, without prefix: `invite`, `answer`, `login` …; of a reply that of its request; nil: any.
    /// ``ending`` stands for the end of a phone's socket, which the edge then notices never, or later.
    public var method: String?
    /// Messages to the phone; else those of the phone.
    public var isToPhone: Bool
    /// Only sockets of this `sip_username`; nil: any.
    public var user: String?
    /// Messages to let pass before.
    public var after: Int
    /// How many messages it hits; nil: all from then on.
    public var count: Int?

    public init(
        _ kind: Kind, method: String? = nil, isToPhone: Bool = true, user: String? = nil, after: Int = 0,
        count: Int? = 1
    ) {
        self.kind = kind
        self.method = method
        self.isToPhone = isToPhone
        self.user = user
        self.after = after
        self.count = count
    }
}

/// Faults that wait for their messages.
struct EdgeFaultPlan: Hashable, Sendable {
    private static let countMax = 1_000

    private var faults: [EdgeFault] = []

    @discardableResult
    mutating func add(_ fault: EdgeFault) -> Bool {
        guard faults.count < Self.countMax else { return false }
        faults.append(fault)
        return true
    }

    mutating func clear() { faults.removeAll() }

    /// The fault for a message: the first that is meant for it and due.
    mutating func take(method: String, isToPhone: Bool, user: String?) -> EdgeFault.Kind? {
        for index in faults.indices {
            let fault = faults[index]
            guard fault.isToPhone == isToPhone, fault.method.map({ $0 == method }) ?? (method != EdgeFault.ending),
                fault.user.map({ $0 == user }) ?? true
            else { continue }
            if fault.after > 0 {
                faults[index].after -= 1
                continue
            }
            if let count = fault.count {
                faults[index].count = count - 1
                if count <= 1 { faults.remove(at: index) }
            }
            return fault.kind
        }
        return nil
    }
}
