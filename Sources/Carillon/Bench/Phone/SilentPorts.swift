import CallModel
import PhoneCore
import PhoneKit
import Redaction

/// Everyone a phone gives orders to but CallKit: nobody is there.
@MainActor
final class SilentPorts: SignalingPort, AudioPort, PathPort, NoticePort, RecordPort, ExchangePort, CredentialPort,
    PushKeyPort, WakefulnessPort, ScreenPort, LogPort
{
    weak var sink: (any PhoneEventSink)?

    func ports(_ calls: any CallSystemPort) -> PhonePorts {
        PhonePorts(
            calls: calls, signaling: self, audio: self, path: self, notices: self, record: self, exchange: self,
            credentials: self, pushKeys: self, wakefulness: self, screens: self, log: self)
    }

    func perform(_ order: LineOrder) {}
    func perform(_ order: SignalingOrder) {}
    func startAudio(of line: LineID) {}
    func stopAudio() {}
    func prepare() {}
    func perform(_ order: AudioOrder) {}
    func refresh() {}
    func perform(_ order: NotificationOrder) {}
    func store(_ record: PhoneRecord) {}
    func upload(_ message: TokenLedger.Message) {}
    func upload(_ key: PushKeyID, _ bytes: Redacted<[UInt8]>) {}
    func make() {}
    func erase() {}
    func key(_ id: PushKeyID) -> Redacted<[UInt8]>? { nil }
    func askOutcome(of call: CallUUID, session: CallSessionID, organization: OrganizationID?) {}
    func ask(_ request: RingRequests.Request) {}
    func listen(_ isOn: Bool) {}
    func upload(alertToken: PhoneCore.PushToken) {}
    func askCredentials(of organization: OrganizationID) {}
    func fetchCredentials() {}
    func renewSession() {}
    func perform(_ step: SignOutStep) {}
    func write(_ key: CredentialKey) {}
    func prune(_ registration: RegistrationID, keeping kept: CredentialKey?) {}
    func purge() {}
    func keepAwake(_ isOn: Bool) {}
    func show(_ news: PhoneNews) {}
    func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {}
    func sessionOver(_ cause: SessionEndCause) {}
    func write(_ line: PhoneLog) {}
    func write(_ fault: PhoneFault) {}
}
