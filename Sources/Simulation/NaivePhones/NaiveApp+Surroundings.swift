import AVFAudio
import DeviceModel
import DeviceRuntime
import Foundation
import Network
import Scenarios

/// Handles changes of sound and network around a call.
extension NaiveApp {
    func observeSound() {
        observe(AVAudioSession.interruptionNotification) { [weak self] notice in
            let type = notice.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
            Task { @MainActor in self?.interrupted(type == AVAudioSession.InterruptionType.began.rawValue) }
        }
        guard !has(.ignoresMediaReset) else { return }
        observe(AVAudioSession.mediaServicesWereResetNotification) { [weak self] _ in
            Task { @MainActor in self?.mediaServicesWereReset() }
        }
    }

    private func observe(_ name: Notification.Name, _ body: @escaping @Sendable (Notification) -> Void) {
        observers.append(context.notificationCenter.addObserver(forName: name, object: nil, queue: nil, using: body))
    }

    private func interrupted(_ begins: Bool) {
        isInterrupted = begins
        if begins { send(.stopMedia) } else if !has(.stopsWithAlarm) { startMediaIfPossible() }
    }

    private func mediaServicesWereReset() {
        configureSound()
        startMediaIfPossible()
    }

    func configureSound() {
        try? AVAudioSession.sharedInstance()
            .setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP])
    }

    func watchPath() {
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { [weak self] path in
            let words = Self.words(of: path)
            Task { @MainActor in self?.pathChanged(to: words) }
        }
        monitor.start(queue: .main)
        isOfflineAtFirst = monitor.currentPath.status != .satisfied
        self.monitor = monitor
    }

    /// Which kind of network it is, and which one of the kind; nil while there is none.
    private nonisolated static func words(of path: NWPath) -> (kind: String, network: String)? {
        guard path.status == .satisfied else { return nil }
        let used = path.availableInterfaces.filter { path.usesInterfaceType($0.type) }
        let kind = used.map { "\($0.type)" }.joined(separator: " ")
        let gateways = path.gateways.map(\.debugDescription)
        return (kind, (used.map(\.name) + gateways).joined(separator: " "))
    }

    private func pathChanged(to words: (kind: String, network: String)?) {
        guard let words else { return }
        let found = has(.comparesKinds) ? words.kind : words.network
        defer { network = found }
        guard let network, network != found else { return }
        for organization in sockets.keys.sorted() {
            if let socket = sockets[organization] { exchange.renew(socket) }
        }
    }
}
