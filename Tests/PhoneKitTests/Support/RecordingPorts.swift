import CallModel
import PhoneCore
import PhoneKit
import Redaction

/// All ports of a shell, which do nothing but write down what they are told, in one list.
@MainActor
final class RecordingPorts: CallSystemPort, SignalingPort, AudioPort, PathPort, NoticePort, RecordPort, ExchangeAPIPort,
    CredentialPort, PushKeyPort, BackgroundTimePort, ScreenPort, LogPort
{
    weak var sink: (any PhoneEventSink)?
    private(set) var orders: [String] = []
    private(set) var news: [PhoneUpdate] = []
    private(set) var lines: [PhoneLog] = []
    private(set) var faults: [PhoneDiagnostic] = []
    /// The push keys that the exchange was given.
    private(set) var pushKeys: [Redacted<[UInt8]>] = []
    /// The completions of pushes that came with reports and were not called yet.
    var completions: [@Sendable () -> Void] = []
    /// Done when something is ordered.
    var react: (String) -> Void = { _ in }

    var ports: PhonePorts {
        PhonePorts(
            calls: self, signaling: self, audio: self, path: self, notices: self, record: self, exchange: self,
            credentials: self, pushKeys: self, wakefulness: self, screens: self, log: self)
    }

    private func note(_ order: String) {
        orders.append(order)
        react(order)
    }

    func report(_ order: ReportOrder, completion: (@Sendable () -> Void)?) {
        if let completion { completions.append(completion) }
        switch order {
        case .incoming(_, _, let purpose): note("report \(purpose.rawValue)")
        case .updated: note("report updated")
        case .ended(_, let reason): note("report ended \(reason.rawValue)")
        case .connecting: note("report connecting")
        case .connected: note("report connected")
        }
    }

    func complete(_ action: SystemActionID, _ outcome: ActionOutcome) { note("complete \(outcome.rawValue)") }
    func request(_ id: SystemRequestID, _ actions: [SystemAction]) { note("request \(id.verb.rawValue)") }
    func perform(_ order: LineOrder) { note("line \(order.words)") }
    func perform(_ order: SignalingOrder) { note("signaling \(order)") }
    func startAudio(of line: LineID) { note("start audio") }
    func stopAudio() { note("stop audio") }
    func prepare() { note("prepare") }
    func perform(_ order: AudioOrder) { note("audio \(order)") }
    func refresh() { note("refresh") }
    func perform(_ order: NotificationOrder) { note("notice") }
    func store(_ record: PhoneRecord) { note("store") }
    func upload(_ message: PushTokenRegistration.Message) {
        note(message.token == nil ? "upload nothing" : "upload token")
    }
    func upload(_ key: PushKeyID, _ bytes: Redacted<[UInt8]>) {
        pushKeys.append(bytes)
        note("upload key")
        sink?.send(.pushKeys(.confirmed(key)))
    }
    func make() { note("make key") }
    func erase() { note("erase keys") }
    func key(_ id: PushKeyID) -> Redacted<[UInt8]>? { Redacted([UInt8](repeating: 7, count: 32)) }
    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) { note("ask outcome") }
    func ask(_ request: RingRequests.Request) { note("ask \(request.kind.rawValue)") }
    func upload(alertToken: PhoneCore.DevicePushToken) { note("upload alert token") }
    func listen(_ isOn: Bool) { note(isOn ? "listen" : "rest") }
    func askCredentials(of organization: OrganizationID) { note("ask credentials of \(organization)") }
    func fetchCredentials() { note("fetch credentials") }
    func renewSession() { note("renew session") }
    func perform(_ step: SignOutStep) { note("sign out: \(step)") }
    func write(_ key: CredentialKey) { note("write \(key)") }
    func prune(_ registration: RegistrationID, keeping kept: CredentialKey?) { note("prune \(registration)") }
    func purge() { note("purge") }
    func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) { note("settled") }
    func sessionOver(_ cause: SessionEndCause) { note("session over") }
    func keepAwake(_ isOn: Bool) { note(isOn ? "keep awake" : "let sleep") }
    func show(_ news: PhoneUpdate) { self.news.append(news) }
    func write(_ line: PhoneLog) { lines.append(line) }
    func write(_ fault: PhoneDiagnostic) { faults.append(fault) }
}

extension LineOrder {
    /// The order, without its receiver.
    var words: String {
        switch self {
        case .dial: "dial"
        case .answer: "answer"
        case .decline(_, let isBusy): isBusy ? "decline as busy" : "decline"
        case .hangUp: "hang up"
        case .hold(_, let isHeld): isHeld ? "hold" : "resume"
        case .mute(_, let isMuted): isMuted ? "mute" : "unmute"
        case .digits: "digits"
        case .transfer: "transfer"
        case .restartMedia: "restart media"
        }
    }
}
