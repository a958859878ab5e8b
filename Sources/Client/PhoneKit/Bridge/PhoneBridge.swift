public import CallModel
public import Clocks
public import PhoneCore
import PushPayload
public import WireJSON

/// Connects the phone to a web page: it takes requests and gives answers and events, all as JSON. It does not need
/// Capacitor.
///
/// It is the phone's screen. Everything that the phone publishes becomes a numbered event in a bounded log. A page that
/// starts, or was reloaded, takes a snapshot and reads the events after its cursor. Source: C111.
@MainActor
public final class PhoneBridge: ScreenPort {
    /// The page that receives events at once. The log keeps the events that it misses.
    public weak var page: (any BridgePage)?
    let host: any BridgeHost
    let clock: any TimeSource
    let names: any UUIDSource
    private(set) var publisher: BridgePublisher
    private(set) weak var shell: PhoneShell?
    var tokenWaits = PendingTokenRequests()
    private var ticking: Task<Void, Never>?
    /// The notices that the page was told of, or finds in a snapshot.
    private var noticesReported: Set<CallUUID> = []
    /// The notices that the page has as unanswered calls.
    private var untakenReported: Set<CallUUID> = []

    /// Makes a bridge without phone and page. It holds both weakly.
    ///
    /// - Parameters:
    ///   - host: answers requests that are not about calls: permissions, sign-in, caller IDs.
    ///   - clock: the time of events.
    ///   - names: the source of random names for calls that the page places.
    ///   - epoch: identifies this process: `UInt32.random(in: 1 ... .max)`.
    public init(host: any BridgeHost, clock: any TimeSource, names: any UUIDSource, epoch: UInt32) {
        self.host = host
        self.clock = clock
        self.names = names
        publisher = BridgePublisher(epoch: epoch, active: nil, isSignedIn: false)
    }

    deinit { ticking?.cancel() }

    /// Gives the bridge its phone. Notices that the process before left unread count as told. A notice of the launch
    /// itself, such as of a call that the process before lost, becomes an event of the log.
    public func attach(_ shell: PhoneShell) {
        self.shell = shell
        publishNotices()
    }

    public func show(_ update: PhoneUpdate) {
        publishInitialState()
        publish(.phone(update))
        if case .unread = update { publishNotices() }
    }

    /// Tells the state that the phone's record has at the start of a process. The phone publishes changes only.
    func publishInitialState() {
        guard let record = shell?.phone.record else { return }
        let isSignedIn = record.session.standing.isSignedIn
        let active = record.organizations.active
        guard (active != nil && publisher.active == nil) || (isSignedIn && !publisher.isSignedIn) else { return }
        publish(.found(active: active, isSignedIn: isSignedIn))
    }

    public func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {
        publish(.switched(organization, failure))
    }

    public func sessionOver(_ cause: SessionEndCause) { publish(.signedOut(cause)) }

    /// Tells the page something that the phone itself does not publish.
    public func publish(_ input: BridgeInput) {
        var entries: [BridgeLog.Entry] = []
        publisher.handle(input, at: clock.now, time: WallTime(clock.date), into: &entries)
        for entry in entries { notify(entry) }
        if case .pushToken(let token?) = input { tokenWaits.settle(token) }
        keepTicking()
    }

    /// Tells the page which notices are new, and which calls turned out not to be missed. The phone publishes only the
    /// number of unread notices.
    private func publishNotices() {
        guard let shell else { return }
        let notices = shell.phone.record.notices.notices
        let known = noticesReported.union(shell.noticesFound)
        for notice in notices {
            if notice.isUnread, !known.contains(notice.id) {
                publish(.notice(notice.kind, notice.id, notice.reason, reported: notice.reported))
            } else if untakenReported.contains(notice.id), !notice.isUntaken {
                publish(.noticeSettled(notice.id, notice.reason, reported: notice.reported))
            }
        }
        // A notice that is not to be seen yet, as of a call whose end is not known, is told once it is.
        noticesReported = Set(notices.filter(\.isUnread).map(\.id))
        untakenReported = Set(notices.filter { $0.isUnread && $0.isUntaken }.map(\.id))
    }

    private func notify(_ entry: BridgeLog.Entry) {
        var data = entry.event.data
        data["cursor"] = .string(BridgeCursor(epoch: publisher.log.epoch, number: entry.number).description)
        page?.notify(entry.event.name.rawValue, data)
    }

    /// Keeps one task during calls, which sleeps until the displayed duration of a call changes.
    private func keepTicking() {
        guard ticking == nil, let delay = publisher.untilTick(at: clock.now) else { return }
        let deadline = clock.now + delay
        ticking = Task { [weak self, clock] in
            // on purpose: a wait that was canceled is over
            do { try await clock.wait(until: deadline) } catch { return }
            self?.tick()
        }
    }

    private func tick() {
        ticking = nil
        publish(.tick)
    }
}

extension PhoneBridge: QualityObserver {
    public func didMeasure(_ report: QualityReport, on line: LineID) {
        guard let call = shell?.phone.call(on: line) else { return }
        publish(.quality(call, report))
    }
}

/// A log that also tells the page of each fault after which the phone goes on, by the event `error`. Its message is the
/// kind of fault; the details are in the log alone.
@MainActor
public final class FaultForwarder: LogPort {
    private let log: any LogPort
    private weak var bridge: PhoneBridge?

    /// - Parameter log: receives every line.
    public init(_ log: any LogPort, to bridge: PhoneBridge) {
        self.log = log
        self.bridge = bridge
    }

    public func write(_ line: PhoneLog) { log.write(line) }

    public func write(_ fault: PhoneDiagnostic) {
        log.write(fault)
        bridge?.publish(.failure(BridgeError(.fault, fault.code.rawValue)))
    }
}

/// The page in the web view.
@MainActor
public protocol BridgePage: AnyObject {
    /// Tells the page an event. An event that comes before the page listens is not lost: the page asks for the events
    /// after its cursor.
    func notify(_ name: String, _ data: JSONObject)
}

extension JSONObject {
    /// Reads the options of a page, as the framework hands them over.
    public init(properties: [AnyHashable: Any]) {
        self = JSONValue(property: properties).object ?? [:]
    }

    /// The object in the form that the framework takes. `null` is left out, as it means the same as absence on this
    /// bridge.
    public var properties: [String: Any] {
        var properties: [String: Any] = [:]
        for member in members { properties[member.key] = member.value.property }
        return properties
    }
}

extension JSONValue {
    fileprivate var property: Any? {
        switch self {
        case .null: nil
        case .bool(let truth): truth
        case .integer(let number): Int(number)
        case .number(let number): number
        case .string(let text): text
        case .array(let elements): elements.compactMap(\.property)
        case .object(let object): object.properties
        }
    }
}
