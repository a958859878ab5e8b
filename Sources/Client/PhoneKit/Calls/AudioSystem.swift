import AVFAudio
package import Foundation
public import PhoneCore
import Redaction
import UIKit

/// Sets up the audio session for each call and watches it during calls. The system alone activates it.
/// Source: C60, C61 (stated by an Apple engineer).
@MainActor
package final class AudioSystem: AudioPort {
    package weak var sink: (any PhoneEventSink)?
    private let log: any LogPort
    private let haptics: any HapticPort
    private let center: NotificationCenter
    private var observers: NotificationObservers?

    package init(log: any LogPort, haptics: any HapticPort, center: NotificationCenter) {
        self.log = log
        self.haptics = haptics
        self.center = center
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

    /// Allows Bluetooth by the hands-free profile only: the other profile has no microphone. Source: C65
    /// (documented).
    private func configure() {
        do {
            try AVAudioSession.sharedInstance()
                .setCategory(.playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP])
        } catch {
            log.write(PhoneDiagnostic(.audioCategory, "code \((error as NSError).code)"))
        }
        // The session lists inputs by category, so that they are known only after the category is set.
        sink?.send(.audio(.routeChanged(AudioRoutes(AVAudioSession.sharedInstance()), .other)))
    }

    /// Chooses an output by its input. An output without an input, which only plays, is chosen by the system itself.
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
            log.write(PhoneDiagnostic(.audioRoute, "code \((error as NSError).code)"))
        }
    }

    package func prepare() {
        guard observers == nil else { return }
        let session = AVAudioSession.sharedInstance()
        let observers = NotificationObservers(center)
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

/// The audio session, as far as the app may change it.
@MainActor
public protocol AudioPort: PhoneEventSource {
    /// Begins to watch routes and interruptions. Does nothing if it watches already.
    func prepare()

    /// Sets up the session or its route. Ignores the orders about media.
    func perform(_ order: AudioOrder)
}

/// Haptic feedback.
@MainActor
public protocol HapticPort: AnyObject {
    /// A light tap, for a digit.
    func tap()
}

/// Haptic feedback of the device.
@MainActor
package final class Haptics: HapticPort {
    private lazy var generator = UIImpactFeedbackGenerator(style: .light)

    package init() {}

    package func tap() {
        generator.impactOccurred()
    }
}

nonisolated extension AudioRoutes {
    /// The routes that a session has now.
    init(_ session: AVAudioSession) {
        let inputs = (session.availableInputs ?? []).filter { $0.portType != .builtInMic }
        self.init(
            inputs: inputs.map(AudioOutput.init(_:)),
            output: session.currentRoute.outputs.first.map(AudioOutput.init(_:)) ?? .receiver)
    }
}

nonisolated extension AudioOutput {
    fileprivate init(_ port: AVAudioSessionPortDescription) {
        self.init(Redacted(port.uid), AudioRoute(port.portType), name: Redacted(port.portName))
    }
}

nonisolated extension AudioRoute {
    /// The route that belongs to a port, which may be the output itself or an input that comes with it.
    fileprivate init(_ port: AVAudioSession.Port) {
        switch port {
        case .builtInReceiver, .builtInMic: self = .receiver
        case .builtInSpeaker: self = .speaker
        case .headphones, .headsetMic, .lineOut, .lineIn, .usbAudio: self = .headphones
        case .bluetoothHFP, .bluetoothA2DP, .bluetoothLE: self = .bluetooth
        case .carAudio: self = .carPlay
        default: self = .other
        }
    }
}

nonisolated extension AVAudioSessionPortDescription {
    /// Whether choosing this input also chooses that output.
    func belongs(to output: AudioOutput) -> Bool {
        output.route == .receiver ? portType == .builtInMic : uid == output.id.revealed
    }
}

nonisolated extension AudioEvent {
    init?(interruption notice: Notification) {
        let raw = notice.userInfo?[AVAudioSessionInterruptionTypeKey] as? UInt
        switch raw.flatMap(AVAudioSession.InterruptionType.init(rawValue:)) {
        case .began: self = .interruptionBegan
        case .ended: self = .interruptionEnded
        default: return nil
        }
    }
}

nonisolated extension RouteChangeReason {
    init(_ notice: Notification) {
        let raw = notice.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
        switch raw.flatMap(AVAudioSession.RouteChangeReason.init(rawValue:)) {
        case .newDeviceAvailable: self = .newDevice
        case .oldDeviceUnavailable: self = .deviceGone
        case .override: self = .override
        default: self = .other
        }
    }
}

/// Observers of notifications, removed when their owner is freed.
nonisolated final class NotificationObservers {
    private let center: NotificationCenter
    private var tokens: [any NSObjectProtocol] = []

    init(_ center: NotificationCenter) {
        self.center = center
    }

    /// Observes a notification of one object. The body runs on the thread that posts it.
    func observe(_ name: Notification.Name, of object: Any?, _ body: @escaping @Sendable (Notification) -> Void) {
        tokens.append(center.addObserver(forName: name, object: object, queue: nil, using: body))
    }

    deinit {
        for token in tokens { center.removeObserver(token) }
    }
}
