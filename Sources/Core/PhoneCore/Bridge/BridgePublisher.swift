public import CallModel
public import PushPayload

/// Turns the updates of the machines into events for the page: only changes, in the page's words, each with a number.
///
/// The shell keeps it beside the phone, like its log. It decides nothing about calls.
public struct BridgePublisher: Hashable, Sendable {
    struct Line: Hashable, Sendable {
        var call: BridgeCall
        /// When the call was connected, by the shell's clock.
        var since: Duration?
    }

    private struct Link: Hashable, Sendable {
        let organization: OrganizationID
        var phase: ConnectionPhase
    }

    /// The events that the page may still ask for.
    public private(set) var log: BridgeLog
    var lines: [Line] = []
    var isSpeakerOn = false
    var routes = AudioRoutes(.receiver)
    var callsElsewhere: [CallElsewhere] = []
    /// The caller ids of the exchange's latest list; empty before the first one.
    private(set) var callerIDs: [CallerIDs] = []
    private var links: [Link] = []
    /// The phase of the active organization's connection that the page knows.
    private var linkReported = ConnectionPhase.offline
    private(set) var interface: NetworkPath.Interface?
    private var networkReported = BridgeNetwork(.disconnected, nil)
    /// The active organization, as far as known.
    public private(set) var active: OrganizationID?
    /// Whether a person is signed in, as far as known.
    public private(set) var isSignedIn: Bool

    /// Creates a publisher. The epoch distinguishes the logs of different processes.
    public init(epoch: UInt32, active: OrganizationID?, isSignedIn: Bool) {
        log = BridgeLog(epoch: epoch)
        self.active = active
        self.isSignedIn = isSignedIn
    }

    /// Returns the current state for the page.
    public func snapshot(notices: MissedCallNotices) -> BridgeSnapshot {
        var snapshot = BridgeSnapshot(cursor: log.cursor)
        snapshot.calls = lines.map(\.call)
        snapshot.connection = linkReported
        snapshot.network = networkReported
        snapshot.isSpeakerOn = isSpeakerOn
        snapshot.routes = routes
        snapshot.callsElsewhere = callsElsewhere
        snapshot.organization = active
        snapshot.isSignedIn = isSignedIn
        snapshot.notices = notices.notices.filter(\.isUnread)
        return snapshot
    }

    /// Handles one input.
    ///
    /// - Parameters:
    ///   - input: the change of the phone or of its shell.
    ///   - now: the time since the shell's origin.
    ///   - time: the device's wall-clock time.
    ///   - entries: receives the events to send to a listening page now.
    public mutating func handle(
        _ input: BridgeInput, at now: Duration, time: WallTime, into entries: inout [BridgeLog.Entry]
    ) {
        var events: [BridgeEvent] = []
        switch input {
        case .phone(let update): handle(update, at: now, time: time, into: &events)
        case .found(let organization, let isSignedIn):
            self.isSignedIn = isSignedIn
            activate(organization, into: &events)
        case .switching(let organization): events.append(.organizationSwitchStarted(organization))
        case .switched(let organization, nil): events.append(.organizationSwitched(organization))
        case .switched(let organization, let failure?):
            events.append(.organizationSwitchFailed(organization, failure))
        case .signedOut(let cause):
            isSignedIn = false
            callerIDs = []
            events.append(.signedOut(cause))
        case .notice(.missed, let call, let reason, let reported):
            events.append(.missedCall(call, reason, reported: reported))
        case .notice(.dropped, let call, let reason, let reported):
            events.append(.callDropped(call, reason, reported: reported))
        case .noticeSettled(let call, let reason, let reported):
            events.append(.missedCallSettled(call, reason, reported: reported))
        case .signedIn(nil):
            isSignedIn = true
            events.append(.signedIn)
        case .signedIn(let failure?): events.append(.signInFailed(failure))
        case .callerIDs(let listed): callerIDs = listed
        case .pushToken(let token): events.append(.pushTokenChanged(isPresent: token != nil))
        case .quality(let call, let report): events.append(.callQualityUpdated(call, report))
        case .digitsSent(let call, let count): events.append(.digitsSent(call, count: count))
        case .tick: tick(at: now, into: &events)
        case .failure(let error): events.append(.error(error))
        }
        for event in events { entries.append(log.append(event)) }
    }

    mutating func handle(
        _ phase: ConnectionPhase, of organization: OrganizationID, into events: inout [BridgeEvent]
    ) {
        links.removeAll { $0.organization == organization }
        if phase != .offline { links.append(Link(organization: organization, phase: phase)) }
        sendLink(into: &events)
    }

    /// Tells the page the phase of the active organization's connection if it changed.
    private mutating func sendLink(into events: inout [BridgeEvent]) {
        let phase = links.first { $0.organization == active }?.phase ?? .offline
        guard phase != linkReported else { return }
        if phase.word != linkReported.word { events += Self.step(to: phase) }
        linkReported = phase
        switch phase {
        case .refused: events.append(.connectionFailed(.refused))
        case .resting: events.append(.connectionFailed(.unreachable))
        case .offline, .connecting, .waiting, .ready, .reconnecting: break
        }
        sendNetwork(into: &events)
    }

    private static func step(to phase: ConnectionPhase) -> [BridgeEvent] {
        switch phase {
        case .offline, .refused, .resting: [.disconnected]
        case .connecting, .waiting: [.connecting]
        case .ready: [.connected, .clientReady]
        case .reconnecting: [.reconnecting]
        }
    }

    mutating func handle(_ change: NetworkChange, into events: inout [BridgeEvent]) {
        switch change {
        case .seen(let path), .found(let path), .renewed(let path): interface = path.interface
        case .lost: interface = nil
        case .moved(let before, let path):
            interface = path.interface
            if let interface { events.append(.networkTransition(from: before, to: interface)) }
        }
        sendNetwork(into: &events)
    }

    private mutating func sendNetwork(into events: inout [BridgeEvent]) {
        let status: BridgeNetwork.Status =
            interface == nil ? .disconnected : linkReported == .reconnecting ? .reconnecting : .connected
        let network = BridgeNetwork(status, interface)
        guard network != networkReported else { return }
        networkReported = network
        events.append(.networkStatusChanged(network))
    }

    mutating func activate(_ organization: OrganizationID?, into events: inout [BridgeEvent]) {
        active = organization
        for index in lines.indices {
            lines[index].call.isOtherOrganization = lines[index].call.organization.map { $0 != organization } ?? false
        }
        sendLink(into: &events)
    }
}

/// The inputs of the publisher, from the phone and its shell.
public enum BridgeInput: Hashable, Sendable {
    /// The phone published something.
    case phone(PhoneUpdate)
    /// A switch to another organization began.
    case switching(OrganizationID)
    /// The switch is complete, or was undone.
    case switched(OrganizationID, SwitchFailure?)
    /// The phone read its record at the start of its process.
    case found(active: OrganizationID?, isSignedIn: Bool)
    /// The sign-in ended; `nil` if it succeeded.
    case signedIn(SignInFailure?)
    /// The session ended; with the cause.
    case signedOut(SessionEndCause)
    /// The system gave a VoIP token, or invalidated it (`nil`).
    case pushToken(DevicePushToken?)
    /// The exchange listed the caller ids that the person may show, for all organizations.
    case callerIDs([CallerIDs])
    /// A call was missed or dropped; with its reason and the exchange's account of the end.
    case notice(NoticeKind, CallUUID, EndReason, reported: Ending? = nil)
    /// Another device answered or declined a call that had been reported as missed.
    case noticeSettled(CallUUID, EndReason, reported: Ending? = nil)
    /// The quality of a connected call was measured.
    case quality(CallUUID, QualityReport)
    /// Digits were sent to the other side.
    case digitsSent(CallUUID, count: Int64)
    /// A second of a call may have passed (``BridgePublisher/untilTick(at:)``).
    case tick
    /// A framework or a file failed, and the phone goes on.
    case failure(BridgeError)
}
