import CallModel
import Clocks
import PhoneCore
import PushPayload
import Trace
import UIKit

/// The whole phone of an app. The app makes it in `didFinishLaunchingWithOptions` and keeps it for the life of the
/// process.
///
/// Making it does only the work that must be done before that method returns: it sets up the provider, the delegate of
/// the notification center and the push registry, and reads the record of the process before. Audio session, path
/// monitor, keychain and signaling are set up when they are needed. A call does not need an active scene.
/// Source: C13, C21, C72, C110.
@MainActor
public final class PhoneApplication {
    /// Takes the requests of the app's own screens.
    public let shell: PhoneShell
    let calls: CallSystem
    let pushes: PushReceiver
    let notices: NoticeCenter
    let record: RecordFile
    let pushKeys: PushKeyStore
    package let contacts: ContactNumbers
    let path: PathWatcher
    let parts: PhoneDependencies
    private var unlocking: NotificationObservers?

    /// Starts the phone of this process.
    public init(_ parts: PhoneDependencies) {
        self.parts = parts
        let contacts = ContactNumbers(parts.contacts, files: parts.files, log: parts.log)
        self.contacts = contacts
        calls = CallSystem(
            appearance: parts.appearance, limits: parts.limits, unknownCaller: parts.texts.unknownCaller,
            contacts: contacts, clock: parts.clock)
        let pushKeys = PushKeyStore(files: parts.files, names: parts.names, log: parts.log)
        self.pushKeys = pushKeys
        pushes = PushReceiver(keys: pushKeys, clock: parts.clock, names: parts.names, log: parts.log)
        notices = NoticeCenter(texts: parts.texts, log: parts.log)
        record = RecordFile(files: parts.files, log: parts.log)
        path = PathWatcher()
        let audio = AudioSystem(log: parts.log, haptics: Haptics(), center: parts.center)
        let ports = PhonePorts(
            calls: calls, signaling: parts.signaling, audio: audio, path: path,
            notices: notices, record: record, exchange: parts.exchange, credentials: parts.credentials,
            pushKeys: pushKeys, wakefulness: BackgroundTime(), screens: parts.screens, log: parts.log)
        shell = PhoneShell(Phone(limits: parts.limits), ports: ports, clock: parts.clock, trace: parts.trace)
        pushes.sink = shell
        pushes.arriving = { [weak self] in self?.readAgain() }
        pushes.woken = { [weak self] in
            self?.path.refresh()
            self?.sendPushKey()
        }
        notices.answered = { [weak self] answer in self?.handle(answer) }
        notices.alerted = { [weak self] alert in self?.pushes.receive(alert, by: .alert) }
        start()
    }

    private func start() {
        parts.trace?.write(FrameworkRecord(.launched))
        calls.open()
        parts.trace?.write(FrameworkRecord(.open))
        notices.attend()
        let stored = record.read()
        shell.send(
            .launched(
                Launch(
                    stored, systemCalls: systemCalls(stored), environment: parts.environment,
                    time: WallTime(parts.clock.date), process: parts.names.freshName().low)))
        if stored == .locked {
            parts.trace?.write(FrameworkRecord(.locked))
            awaitUnlock()
        }
        pushes.register()
        parts.trace?.write(FrameworkRecord(.register))
    }

    /// Tells the phone its push key. The key is read only after a report or when the app is on the screen, because a
    /// launch does not need it.
    func sendPushKey() { shell.send(.pushKeys(.found(pushKeys.newest))) }

    /// The system's calls. The system is asked only if one of its calls may be ours.
    private func systemCalls(_ stored: RecordReadResult) -> [CallUUID] {
        guard case .found(let record) = stored, record.hasCalls else { return [] }
        return calls.liveCalls()
    }

    /// Reads the record again after an unlock. The notification is about another protection class, so that only reading
    /// the record shows whether it is open. Source: C78.
    private func awaitUnlock() {
        let observers = NotificationObservers(parts.center)
        let name = UIApplication.protectedDataDidBecomeAvailableNotification
        observers.observe(name, of: UIApplication.shared) { [weak self] _ in
            Task { @MainActor in self?.readAgain() }
        }
        unlocking = observers
    }

    /// Reads the record if it was locked and is open now. Every push calls this, because a suspended process is not
    /// told of the unlock.
    func readAgain() {
        guard unlocking != nil else { return }
        let stored = record.read()
        guard stored != .locked else { return }
        unlocking = nil
        shell.send(.protectedDataAvailable(stored))
    }
}
