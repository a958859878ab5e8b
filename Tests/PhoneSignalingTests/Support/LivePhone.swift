import CarillonRTC
import DeviceModel
import DeviceRuntime
import Foundation
import MediaEngine
import PhoneCore
import PhoneKit
import PhoneSignaling
import Redaction
import UIKit

/// A modelled phone with the whole app on it: real signalling and media, and time that passes as it does.
@MainActor
final class LivePhone {
    let device: ModelDevice
    private let home: Home
    private let clock = ContinuousClock()
    private var lastMoment: ContinuousClock.Instant

    /// - Parameters:
    ///   - engine: makes sound's way.
    ///   - microphone: what bob says while the audio session is active.
    ///   - speaker: what bob hears.
    init(
        _ profile: DeviceProfile = .ios26p4, engine: any MediaEngine, microphone: any AudioSource,
        speaker: any AudioSink
    ) {
        let home = Home(engine: engine, microphone: microphone, speaker: speaker)
        self.home = home
        lastMoment = clock.now
        device = ModelDevice(
            profile: profile, applicationDelegate: { LiveAppDelegate($0, home) },
            sceneDelegate: { LiveSceneDelegate(home) })
    }

    var app: PhoneApplication? { home.app }
    var sound: DeviceSound? { home.sound }
    /// The log of every process there was.
    var lines: [String] { home.logs.flatMap { $0.records.map(\.description) } }

    /// The exchange gives the device credentials, in a first start of the app that ends with the process gone.
    func register(_ credentials: PhoneCredentials, for organization: OrganizationID) async throws {
        await device.openApp()
        let key = CredentialKey(organization, CredentialVersion(rawValue: 1))
        device.asApp { home.credentials.provision(credentials, as: key) }
        _ = try await passes { home.screen?.connection == .ready }
        await device.lock()
        await device.kill(.crash)
    }

    /// Lets real time pass on the phone until something is so.
    ///
    /// The phone's own clock is only moved here, as far as real time has gone.
    func passes(_ limit: Duration = .seconds(20), until isMet: () -> Bool) async throws -> Bool {
        let deadline = clock.now.advanced(by: limit)
        while clock.now < deadline {
            let now = clock.now
            await device.advance(by: now - lastMoment)
            lastMoment = now
            if isMet() { return true }
            try await clock.sleep(for: Self.step)
        }
        return false
    }

    /// Finer than a frame of sound.
    private static let step: Duration = .milliseconds(5)

    /// What outlives the processes of the app.
    @MainActor
    final class Home {
        let engine: any MediaEngine
        let microphone: any AudioSource
        let speaker: any AudioSink
        let credentials = CredentialDesk(CredentialStore(service: "live"))
        let folder = FileManager.default.temporaryDirectory.appending(path: "phone-\(UUID().uuidString)")
        weak var app: PhoneApplication?
        weak var sound: DeviceSound?
        weak var screen: BlankScreen?
        var logs: [PhoneLogger] = []

        init(engine: any MediaEngine, microphone: any AudioSource, speaker: any AudioSink) {
            self.engine = engine
            self.microphone = microphone
            self.speaker = speaker
        }

        deinit { try? FileManager.default.removeItem(at: folder) }

        func launch(_ context: LaunchContext) -> PhoneApplication {
            let sound = DeviceSound(microphone: microphone, speaker: speaker)
            var signaling = SignalingParts(credentials: credentials.store, sound: sound) { [engine] in engine }
            signaling.settings.media.localAddresses = ["127.0.0.1"]
            let time = DeviceTime(context)
            let log = PhoneLogger(clock: time)
            logs.append(log)
            let screen = BlankScreen()
            self.screen = screen
            let screens = CountedScreens(screen, log: log, crash: nil, analytics: nil, clock: time)
            var parts = PhoneParts(
                signaling: PhoneSignaling(signaling), exchange: SilentAPI(), screens: screens, log: log,
                files: SystemFileStore(folder: folder), credentials: credentials)
            parts.clock = time
            parts.centre = context.notificationCenter
            let app = PhoneApplication(parts)
            self.app = app
            self.sound = sound
            return app
        }
    }
}

private final class LiveAppDelegate: NSObject, UIApplicationDelegate {
    private let context: LaunchContext
    private let home: LivePhone.Home
    private var phone: PhoneApplication?

    init(_ context: LaunchContext, _ home: LivePhone.Home) {
        self.context = context
        self.home = home
    }

    func application(
        _ application: UIApplication,
        didFinishLaunchingWithOptions launchOptions: [UIApplication.LaunchOptionsKey: Any]?
    ) -> Bool {
        phone = home.launch(context)
        return true
    }
}

private final class LiveSceneDelegate: NSObject, UIWindowSceneDelegate {
    private let home: LivePhone.Home

    init(_ home: LivePhone.Home) {
        self.home = home
    }

    func sceneDidBecomeActive(_ scene: UIScene) { home.app?.sceneBecameActive() }
    func sceneDidEnterBackground(_ scene: UIScene) { home.app?.sceneEnteredBackground() }
}
