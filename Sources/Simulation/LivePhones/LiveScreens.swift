public import CallModel
public import PhoneCore
public import PhoneKit
public import WireJSON

/// The state that the app's screens would show, and the bridge to a web page behind them, as in the template. A call on
/// a locked phone needs no screen of the app.
@MainActor
public final class LiveScreens: ScreenPort, BridgePage {
    /// The phase of each registration's connection.
    public private(set) var connections: [RegistrationID: ConnectionPhase] = [:]
    /// The call that began or changed last; nil when it has ended.
    public private(set) var call: CallSnapshot?
    /// The calls that other devices of the person have.
    public private(set) var callsElsewhere: [CallElsewhere] = []
    /// How the last call ended.
    public private(set) var end: CallEnd?
    /// The organization in use.
    public private(set) var organization: OrganizationID?
    /// The most notifications that are kept.
    private static let toldMax = 10_000

    /// The newest notifications sent to the page, oldest first.
    public private(set) var notified: [(name: String, data: JSONObject)] = []
    private let bridge: PhoneBridge
    /// Told how the call to the target of a transfer ended, when that failed.
    var tellsFailedTransfer: (@MainActor (EndReason) -> Void)?
    /// The plugin in the app's web view, if the app shows one; it is told what the page is told.
    weak var plugin: LivePlugin?

    init(_ bridge: PhoneBridge) {
        self.bridge = bridge
        bridge.page = self
    }

    /// The data of the last notification of that name.
    public func notified(_ name: String) -> JSONObject? { notified.last { $0.name == name }?.data }

    /// The result of the page's last call of each method, by the method's name.
    public private(set) var answers: [String: Result<JSONObject, BridgeError>] = [:]

    /// Calls a method of the bridge as the page.
    func call(_ method: BridgeMethod, _ options: JSONObject) {
        answers[method.rawValue] = nil
        bridge.call(method.rawValue, options) { [weak self] in self?.answers[method.rawValue] = $0 }
    }

    /// Asks the bridge for the whole state, as a starting page does.
    public func snapshot() async -> JSONObject? {
        await withCheckedContinuation { continuation in
            bridge.call("getSnapshot", [:]) { continuation.resume(returning: try? $0.get()) }
        }
    }

    /// Calls a method of the bridge as the plugin does.
    func callFromPage(
        _ method: String, _ options: JSONObject,
        settle: @escaping @MainActor (Result<JSONObject, BridgeError>) -> Void
    ) { bridge.call(method, options, settle: settle) }

    public func notify(_ name: String, _ data: JSONObject) {
        notified.append((name, data))
        if notified.count > Self.toldMax { notified.removeFirst(Self.toldMax / 4) }
        plugin?.notify(name, data)
    }

    public func show(_ update: PhoneUpdate) {
        bridge.show(update)
        switch update {
        case .call(let snapshot): call = snapshot
        case .ended(let end):
            self.end = end
            if call?.id == end.call { call = nil }
        case .connection(let registration, let phase): connections[registration] = phase
        case .organization(let organization): self.organization = organization
        case .elsewhere(let calls): callsElsewhere = calls
        case .transferFailed(_, let reason, _): tellsFailedTransfer?(reason)
        case .audio, .network, .unread, .failed: break
        }
    }

    public func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {
        bridge.organizationSettled(organization, failure)
    }

    public func sessionOver(_ cause: SessionEndCause) { bridge.sessionOver(cause) }
}
