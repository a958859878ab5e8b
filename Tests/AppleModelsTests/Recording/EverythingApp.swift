import AVFAudio
import AuthenticationServices
import CallKit
import Capacitor
import DeviceRuntime
import Foundation
import Network
import PushKit
import Security
import UIKit
import UserNotifications
import WebKit

/// An app that calls everything there is to call, once.
@MainActor
final class EverythingApp {
    let calls: CallApp
    private var kept: [AnyObject] = []

    init(_ context: LaunchContext) {
        calls = CallApp(context)
        calls.onAction = Self.complete
    }

    /// Completes each kind of action in another way.
    private static func complete(_ app: CallApp, _ action: CXAction) {
        switch action {
        case let action as CXStartCallAction: action.fulfill(withDateStarted: Date())
        case let action as CXAnswerCallAction: action.fulfill(withDateConnected: Date())
        case let action as CXEndCallAction: action.fulfill(withDateEnded: Date())
        case is CXSetHeldCallAction: action.fail()
        default: action.fulfill()
        }
    }

    func useEverything() throws {
        useCalls()
        try useAudio()
        useNetwork()
        useNotifications()
        useKeychain()
        useApplication()
        useSignIn()
        useWeb()
    }

    private func useCalls() {
        let provider = calls.provider
        provider.configuration = provider.configuration
        provider.reportCall(with: .test(9), updated: CXCallUpdate())
        provider.reportCall(with: .test(9), endedAt: nil, reason: .failed)
        provider.reportOutgoingCall(with: .test(9), startedConnectingAt: nil)
        provider.reportOutgoingCall(with: .test(9), connectedAt: nil)
        _ = provider.pendingTransactions
        _ = provider.pendingCallActions(of: CXAnswerCallAction.self, withCall: .test(9))
        CXProvider.reportNewIncomingVoIPPushPayload([:]) { _ in }
        Task { try? await provider.reportNewIncomingCall(with: .test(8), update: CXCallUpdate()) }
        let controller = CXCallController(queue: .main)
        let end = { CXEndCallAction(call: .test(9)) }
        controller.request(CXTransaction(action: end())) { _ in }
        controller.requestTransaction(with: [end()]) { _ in }
        controller.requestTransaction(with: end()) { _ in }
        Task { try? await controller.request(CXTransaction(action: end())) }
        Task { try? await controller.requestTransaction(with: [end()]) }
        Task { try? await controller.requestTransaction(with: end()) }
        let observer = CXCallObserver()
        observer.setDelegate(nil, queue: nil)
        _ = observer.calls
        _ = calls.registry.pushToken(for: .voIP)
        kept.append(controller)
    }

    private func useAudio() throws {
        let session = AVAudioSession.sharedInstance()
        _ = (session.category, session.mode, session.categoryOptions, session.isOtherAudioPlaying)
        _ = (session.sampleRate, session.ioBufferDuration, session.currentRoute, session.availableInputs)
        _ = session.preferredInput
        try session.setCategory(.playAndRecord, mode: .voiceChat, options: [])
        try session.setCategory(.playAndRecord, mode: .voiceChat, policy: .default, options: [])
        try session.setCategory(.playAndRecord, options: [])
        try session.setMode(.voiceChat)
        try? session.setActive(true)
        try session.setPreferredInput(nil)
        try session.setPreferredSampleRate(48_000)
        try session.setPreferredIOBufferDuration(0.01)
        try session.setPrefersNoInterruptionsFromSystemAlerts(true)
        try? session.overrideOutputAudioPort(.speaker)
        _ = AVAudioApplication.shared.recordPermission
        AVAudioApplication.requestRecordPermission { _ in }
        Task { await AVAudioApplication.requestRecordPermission() }
    }

    private func useNetwork() {
        let monitor = NWPathMonitor()
        monitor.pathUpdateHandler = { _ in }
        _ = monitor.pathUpdateHandler
        monitor.start(queue: .main)
        _ = (monitor.queue, monitor.currentPath)
        monitor.cancel()
        _ = NWPathMonitor(requiredInterfaceType: .wifi).makeAsyncIterator()
        _ = NWPathMonitor(prohibitedInterfaceTypes: [.cellular])
    }

    private func useNotifications() {
        let center = UNUserNotificationCenter.current()
        center.delegate = nil
        _ = center.delegate
        let request = UNNotificationRequest(identifier: "a", content: UNMutableNotificationContent(), trigger: nil)
        center.requestAuthorization { _, _ in }
        center.getNotificationSettings { _ in }
        center.add(request)
        center.setNotificationCategories([])
        center.getNotificationCategories { _ in }
        center.removeDeliveredNotifications(withIdentifiers: [])
        center.removeAllDeliveredNotifications()
        center.removePendingNotificationRequests(withIdentifiers: [])
        center.setBadgeCount(0)
        Task {
            _ = await center.notificationSettings()
            _ = await center.notificationCategories()
            _ = await center.deliveredNotifications()
            try? await center.setBadgeCount(0)
        }
        Task { try? await center.requestAuthorization() }
        Task {
            let other = UNNotificationRequest(identifier: "b", content: UNMutableNotificationContent(), trigger: nil)
            try? await center.add(other)
        }
    }

    private func useKeychain() {
        let item: [String: Any] = [kSecClass: kSecClassGenericPassword, kSecAttrService: "s", kSecAttrAccount: "a"]
        _ = SecItemAdd(item as CFDictionary, nil)
        _ = SecItemCopyMatching(item as CFDictionary, nil)
        _ = SecItemUpdate(item as CFDictionary, [kSecValueData: Data()] as CFDictionary)
        _ = SecItemDelete(item as CFDictionary)
    }

    private func useApplication() {
        let application = UIApplication.shared
        application.delegate = nil
        _ = (application.delegate, application.applicationState, application.isProtectedDataAvailable)
        _ = (application.backgroundTimeRemaining, application.connectedScenes)
        application.endBackgroundTask(application.beginBackgroundTask(withName: "a"))
        application.endBackgroundTask(application.beginBackgroundTask())
        application.registerForRemoteNotifications()
        let haptics = UIImpactFeedbackGenerator(style: .light)
        haptics.prepare()
        haptics.impactOccurred()
        _ = UIWindow()
        if let scene = application.connectedScenes.first as? UIWindowScene { _ = UIWindow(windowScene: scene) }
    }

    private func useSignIn() {
        let provider = ASAuthorizationAppleIDProvider()
        provider.getCredentialState(forUserID: "u") { _, _ in }
        Task { try? await provider.credentialState(forUserID: "u") }
        let controller = ASAuthorizationController(authorizationRequests: [provider.createRequest()])
        controller.delegate = nil
        controller.presentationContextProvider = nil
        controller.performRequests()
    }

    private func useWeb() {
        let store = WKWebsiteDataStore.default().httpCookieStore
        let cookie = HTTPCookie(properties: [.name: "n", .value: "v", .domain: "app.example", .path: "/"])
        store.getAllCookies { _ in }
        let observer = CookieObserver()
        store.add(observer)
        store.remove(observer)
        guard let cookie else { return }
        store.setCookie(cookie)
        store.delete(cookie)
        Task {
            await store.setCookie(cookie)
            _ = await store.allCookies()
        }
    }
}

private final class CookieObserver: NSObject, WKHTTPCookieStoreObserver {
    func cookiesDidChange(in cookieStore: WKHTTPCookieStore) {}
}
