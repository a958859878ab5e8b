public import PhoneCore
public import PhoneKit
public import WireJSON

/// What the screens of the app would show: a call on a locked phone needs none of them. Behind them is the bridge to a web
/// page, as in the template.
@MainActor
public final class LiveScreens: ScreenPort, BridgePage {
    /// How each registration's connection stands.
    public private(set) var connections: [RegistrationID: ConnectionPhase] = [:]
    /// The call that began or changed last, until it is over.
    public private(set) var call: CallSnapshot?
    /// How the call that ended last ended.
    public private(set) var end: CallEnd?
    /// The organisation in use.
    public private(set) var organization: OrganizationID?
    /// What the page was told, oldest first.
    public private(set) var told: [(name: String, data: JSONObject)] = []
    private let bridge: PhoneBridge

    init(_ bridge: PhoneBridge) {
        self.bridge = bridge
        bridge.page = self
    }

    /// The last that the page was told by that name.
    public func told(_ name: String) -> JSONObject? { told.last { $0.name == name }?.data }

    /// What the page was answered, or why it was not, by the method's name; the last time it called it.
    public private(set) var answers: [String: Result<JSONObject, BridgeError>] = [:]

    /// The page calls a method of the bridge.
    func call(_ method: BridgeMethod, _ options: JSONObject) {
        answers[method.rawValue] = nil
        bridge.call(method.rawValue, options) { [weak self] in self?.answers[method.rawValue] = $0 }
    }

    /// A page that starts asks for everything as it stands.
    public func snapshot() async -> JSONObject? {
        await withCheckedContinuation { continuation in
            bridge.call("getSnapshot", [:]) { continuation.resume(returning: try? $0.get()) }
        }
    }

    public func notify(_ name: String, _ data: JSONObject) { told.append((name, data)) }

    public func show(_ news: PhoneNews) {
        bridge.show(news)
        switch news {
        case .call(let snapshot): call = snapshot
        case .ended(let end):
            self.end = end
            if call?.id == end.call { call = nil }
        case .connection(let registration, let phase): connections[registration] = phase
        case .organization(let organization): self.organization = organization
        case .audio, .network, .unread, .failed: break
        }
    }

    public func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {
        bridge.organizationSettled(organization, failure)
    }

    public func sessionOver(_ cause: SessionEndCause) { bridge.sessionOver(cause) }
}
