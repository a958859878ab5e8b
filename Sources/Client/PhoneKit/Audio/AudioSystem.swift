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
        case .speaker(let isOn): attempt { try $0.overrideOutputAudioPort(isOn ? .speaker : .none) }
        case .prefer(let output): prefer(output)
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
        // What may record is listed by category: only now is it known what is there.
        sink?.send(.audio(.routeChanged(AudioRoutes(AVAudioSession.sharedInstance()), .other)))
    }

    /// An input brings its output with it. Something that only plays has none: the system takes it by itself.
    private func prefer(_ output: AudioOutput?) {
        attempt { session in
            let input = output.flatMap { output in session.availableInputs?.first { $0.belongs(to: output) } }
            try session.setPreferredInput(input)
            if output != nil { try session.overrideOutputAudioPort(.none) }
        }
    }

    private func attempt(_ body: (AVAudioSession) throws -> Void) {
        do {
            try body(AVAudioSession.sharedInstance())
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
            let routes = AudioRoutes(AVAudioSession.sharedInstance())
            Task { @MainActor in self?.sink?.send(.audio(.routeChanged(routes, reason))) }
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
