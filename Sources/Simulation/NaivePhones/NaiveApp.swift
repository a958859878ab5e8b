import AVFAudio
import CallKit
import DeviceModel
import DeviceRuntime
import Foundation
import Network
import PushKit
import Scenarios
import Security
import UIKit
import UserNotifications

/// One process of the naive phone.
@MainActor
final class NaiveApp: NSObject {
    let context: LaunchContext
    let exchange: ScriptedExchange
    let faults: Set<NaiveFault>
    let configuration = CXProviderConfiguration()
    let provider: CXProvider
    let controller = CXCallController()
    var registry: PKPushRegistry?
    var asyncDelegate: NaiveAsyncPushes?
    var calls: [NaiveCall] = []
    var sockets: [String: ScriptedSocket] = [:]
    /// The organizations whose connection is being made again.
    var lostSockets: Set<String> = []
    let memory: NaiveMemory
    /// Whether the process before this one found no way to the exchange.
    let rests: Bool
    var hasRecalled = false
    /// Calls the system had before this process made any.
    var leftovers: [UUID] = []
    /// Calls the system would not show.
    var refusedNames: Set<String> = []
    /// Calls that were turned down or ended before the exchange could be told; whether because of another call.
    var terminations: [String: Bool] = [:]
    /// Calls whose end was asked for in the app.
    var ownEnds: Set<UUID> = []
    /// Calls whose stop came before their start.
    var stopped: Set<String> = []
    var isSessionActive = false
    var isMicrophoneOff = false
    var wantsSpeaker = false
    var isInterrupted = false
    var hasProviderBegun = false
    var observers: [any NSObjectProtocol] = []
    var monitor: NWPathMonitor?
    /// Whether the path monitor reported no network when the process began.
    var isOfflineAtFirst = false
    /// The network as it was last, in words.
    var network: String?
    var backgroundTime = UIBackgroundTaskIdentifier.invalid

    init(_ context: LaunchContext, _ exchange: ScriptedExchange, _ faults: Set<NaiveFault>) {
        self.context = context
        self.exchange = exchange
        self.faults = faults
        memory = NaiveMemory(files: context.files)
        rests = faults.contains(.restsOverItsEnd) && memory.rests
        configuration.supportedHandleTypes = [.phoneNumber]
        if faults.contains(.oneCallGroup) { configuration.maximumCallGroups = 1 }
        provider = CXProvider(configuration: configuration)
        super.init()
        provider.setDelegate(self, queue: nil)
        UIApplication.shared.makeSceneDelegate = { [weak self] in self.map { NaiveScene($0) } }
        leftovers = controller.callObserver.calls.filter { !$0.hasEnded }.map(\.uuid)
        UNUserNotificationCenter.current().delegate = self
        if has(.crashesWithoutKeychain) { requireKeychain() }
        if !has(.registersOnScreen) { register() }
        observeSound()
        if !has(.watchesNoPath) { watchPath() }
        later(.milliseconds(10)) { [self] in recall() }
    }

    deinit { monitor?.cancel() }

    func has(_ fault: NaiveFault) -> Bool { faults.contains(fault) }

    func cameToScreen() {
        if registry == nil { register() }
        recall()
        for organization in exchange.scenario.device.organizations { connect(organization) }
    }

    /// New credentials are worth an attempt, whatever became of those before.
    func signedIn(_ organizations: [String]) {
        guard context.device.life == .foreground, !has(.givesUpRefused) else { return }
        for organization in organizations { connect(organization) }
    }

    func register() {
        let registry = PKPushRegistry(queue: .main)
        if has(.asyncPushMethod) {
            let delegate = NaiveAsyncPushes { [weak self] payload in self?.received(payload) }
            asyncDelegate = delegate
            registry.delegate = delegate
        } else {
            registry.delegate = self
        }
        registry.desiredPushTypes = [.voIP]
        self.registry = registry
    }

    func askForNotifications() {
        UNUserNotificationCenter.current().requestAuthorization(options: [.alert, .sound]) { _, _ in }
    }

    func later(_ delay: Duration, _ body: @escaping @MainActor () -> Void) {
        let clock = context.clock
        Task { @MainActor in
            do { try await clock.sleep(until: clock.now.advanced(by: delay)) } catch { return }
            body()
        }
    }

    func send(_ request: AudioRequest) { ProcessHandle.current?.send(.audio(request)) }

    /// A secret that cannot be read stops the program, as a forced unwrapping does.
    private func requireKeychain() {
        if !canReadCredentials(of: exchange.scenario.device.organizations.first ?? "") {
            context.device.applyAtOnce(.life(.crash))
        }
    }

    func canReadCredentials(of organization: String) -> Bool {
        let query: [String: Any] = [
            kSecClass as String: kSecClassGenericPassword, kSecAttrService as String: "naive",
            kSecAttrAccount as String: organization, kSecReturnData as String: true,
        ]
        var found: CFTypeRef?
        return SecItemCopyMatching(query as CFDictionary, &found) == errSecSuccess
    }
}
