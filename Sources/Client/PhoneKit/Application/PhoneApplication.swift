import CallModel
import PhoneCore
import PushPayload
import Trace
import UIKit

/// The whole phone of an app: made when the process starts, in `didFinishLaunchingWithOptions`, and kept for its life.
///
/// Making it does what must be done before that method returns, and nothing else: provider, delegate of the
/// notification centre, the record of the process before, push registry. Audio session, path monitor, keychain and
/// signalling are set up when they are needed; no scene has to become active for a call. Source: requirements B1;
/// apple-contract C13, C21, C72, C110.
@MainActor
public final class PhoneApplication {
    /// The entrance for what the app's own screens ask.
    public let shell: PhoneShell
    let calls: CallSystem
    let pushes: PushReceiver
    let notices: NoticeCentre
    let record: RecordFile
    let pushKeys: PushKeyStore
    package let contacts: ContactNumbers
    let path: PathWatcher
    let parts: PhoneParts
    private var unlocking: ObserverBag?

    /// Starts the phone of this process.
    public init(_ parts: PhoneParts) {
        self.parts = parts
        let contacts = ContactNumbers(parts.contacts, files: parts.files, log: parts.log)
        self.contacts = contacts
        calls = CallSystem(
            appearance: parts.appearance, limits: parts.limits, unknownCaller: parts.texts.unknownCaller,
            contacts: contacts, clock: parts.clock)
        let pushKeys = PushKeyStore(files: parts.files, names: parts.names, log: parts.log)
        self.pushKeys = pushKeys
        pushes = PushReceiver(keys: pushKeys, clock: parts.clock, names: parts.names, log: parts.log)
        notices = NoticeCentre(texts: parts.texts, log: parts.log)
        record = RecordFile(files: parts.files, log: parts.log)
        path = PathWatcher()
        let audio = AudioSystem(log: parts.log, haptics: Haptics(), centre: parts.centre)
        let ports = PhonePorts(
            calls: calls, signaling: parts.signaling, audio: audio, path: path,
            notices: notices, record: record, exchange: parts.exchange, credentials: parts.credentials,
            pushKeys: pushKeys, wakefulness: BackgroundTime(), screens: parts.screens, log: parts.log)
        shell = PhoneShell(Phone(limits: parts.limits), ports: ports, clock: parts.clock, trace: parts.trace)
        pushes.sink = shell
        pushes.arriving = { [weak self] in self?.readAgain() }
        pushes.woken = { [weak self] in
            self?.path.refresh()
            self?.tellPushKey()
        }
        notices.answered = { [weak self] answer in self?.take(answer) }
        notices.alerted = { [weak self] alert in self?.pushes.receive(alert, by: .alert) }
        start()
    }

    private func start() {
        parts.trace?.write(FrameworkLine(.launched))
        calls.open()
        parts.trace?.write(FrameworkLine(.open))
        notices.attend()
        let stored = record.read()
        shell.send(
            .launched(
                Launch(
                    stored, systemCalls: systemCalls(stored), environment: parts.environment,
                    time: WallTime(parts.clock.date), process: parts.names.freshName().low)))
        if stored == .locked {
            parts.trace?.write(FrameworkLine(.locked))
            awaitUnlock()
        }
        pushes.register()
        parts.trace?.write(FrameworkLine(.register))
    }

    /// Which key there is is read once something has been reported or the app is seen: a launch does without it.
    func tellPushKey() { shell.send(.pushKeys(.found(pushKeys.newest))) }

    /// The system is asked only where one of its calls may be ours.
    private func systemCalls(_ stored: StoredRecord) -> [CallUUID] {
        guard case .found(let record) = stored, record.hasCalls else { return [] }
        return calls.liveCalls()
    }

    /// The notification speaks of another protection class, so that the record itself is asked. Source: C78.
    private func awaitUnlock() {
        let observers = ObserverBag(parts.centre)
        let name = UIApplication.protectedDataDidBecomeAvailableNotification
        observers.observe(name, of: UIApplication.shared) { [weak self] _ in
            Task { @MainActor in self?.readAgain() }
        }
        unlocking = observers
    }

    /// Reads what was closed, if it is open now. A suspended process is not told of the unlock, so that every push asks.
    func readAgain() {
        guard unlocking != nil else { return }
        let stored = record.read()
        guard stored != .locked else { return }
        unlocking = nil
        shell.send(.protectedDataAvailable(stored))
    }
}
