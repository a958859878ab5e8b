import AVFAudio
package import Foundation
package import PhoneCore

/// The audio session: set up for each call, watched while there are calls, never activated here. Source:
/// apple-contract C60, C61 (stated by an Apple engineer).
@MainActor
package final class AudioSystem: AudioPort {
    package weak var sink: (any PhoneEventSink)?
    private let log: any LogPort
    private let haptics: any HapticPort
    private let centre: NotificationCenter
    private var observers: ObserverBag?

    package init(log: any LogPort, haptics: any HapticPort, centre: NotificationCenter) {
        self.log = log
        self.haptics = haptics
        self.centre = centre
    }

    package func perform(_ order: AudioOrder) {
        switch order {
        case .configure: configure()
        case .speaker(let isOn): override(isOn ? .speaker : .none)
        case .haptic: haptics.tap()
        case .start, .stop: break
        }
    }

    /// Bluetooth by the hands-free profile only: the other one has no microphone. Source: apple-contract C65
    /// (documented).
    private func configure() {
        do {
            try AVAudioSession.sharedInstance()
                .setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP])
        } catch {
            log.write(PhoneFault(.audioCategory, "code \((error as NSError).code)"))
        }
    }

    private func override(_ port: AVAudioSession.PortOverride) {
        do {
            try AVAudioSession.sharedInstance().overrideOutputAudioPort(port)
        } catch {
            log.write(PhoneFault(.audioRoute, "code \((error as NSError).code)"))
        }
    }

    package func prepare() {
        guard observers == nil else { return }
        let session = AVAudioSession.sharedInstance()
        let observers = ObserverBag(centre)
        observers.observe(AVAudioSession.routeChangeNotification, of: session) { [weak self] notice in
            let reason = RouteChangeReason(notice)
            let route = AudioRoute(AVAudioSession.sharedInstance().currentRoute)
            Task { @MainActor in self?.sink?.send(.audio(.routeChanged(route, reason))) }
        }
        observers.observe(AVAudioSession.interruptionNotification, of: session) { [weak self] notice in
            guard let event = AudioEvent(interruption: notice) else { return }
            Task { @MainActor in self?.sink?.send(.audio(event)) }
        }
        observers.observe(AVAudioSession.mediaServicesWereResetNotification, of: session) { [weak self] _ in
            Task { @MainActor in self?.sink?.send(.audio(.mediaServicesReset)) }
        }
        self.observers = observers
    }
}
