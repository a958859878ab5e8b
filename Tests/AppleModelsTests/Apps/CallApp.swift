import AVFAudio
import CallKit
import DeviceRuntime
import Foundation
import PushKit

/// An app as it is written for an iPhone: an isolated conformance for each delegate, no condition on the platform.
/// A test sets how it handles each call.
@MainActor
final class CallApp: NSObject {
    let context: LaunchContext
    let provider: CXProvider
    let controller = CXCallController()
    let registry = PKPushRegistry(queue: .main)
    var heard: [String] = []
    var reportErrors: [String] = []
    var actions: [CXAction] = []
    /// Completions of pushes, until a report is done.
    private var pushes: [() -> Void] = []
    /// The report, and what a test wants instead of it.
    var onPush: (CallApp, PKPushPayload) -> Void = { app, payload in app.report(payload) }
    var onAction: (CallApp, CXAction) -> Void = { _, action in action.fulfill() }

    init(_ context: LaunchContext, setup: (CallApp) -> Void = { _ in }) {
        self.context = context
        let configuration = CXProviderConfiguration()
        configuration.supportedHandleTypes = [.phoneNumber]
        provider = CXProvider(configuration: configuration)
        super.init()
        setup(self)
        provider.setDelegate(self, queue: nil)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
    }

    func report(_ payload: PKPushPayload) {
        let facts = payload.dictionaryPayload
        let named = (facts["uuid"] as? String).flatMap(UUID.init(uuidString:))
        report(named ?? UUID(), from: facts["from"] as? String ?? "unknown", name: facts["name"] as? String)
    }

    func report(_ uuid: UUID, from: String = "+4930123456", name: String? = nil) {
        let update = CXCallUpdate()
        update.remoteHandle = CXHandle(type: .phoneNumber, value: from)
        update.localizedCallerName = name
        provider.reportNewIncomingCall(with: uuid, update: update) { error in
            let words = error.map { "\(($0 as NSError).domain) \(($0 as NSError).code)" } ?? "accepted"
            Task { @MainActor in self.noteReport(words) }
        }
    }
}

extension CallApp {
    private func noteReport(_ words: String) {
        reportErrors.append(words)
        for push in pushes { push() }
        pushes = []
    }
}

extension CallApp: @MainActor PKPushRegistryDelegate {
    func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {
        heard.append("token of \(pushCredentials.token.count) bytes")
    }

    func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        heard.append("push")
        pushes.append(completion)
        onPush(self, payload)
    }
}

extension CallApp: @MainActor CXProviderDelegate {
    func providerDidReset(_ provider: CXProvider) { heard.append("reset") }
    func providerDidBegin(_ provider: CXProvider) { heard.append("begin") }
    func provider(_ provider: CXProvider, perform action: CXStartCallAction) { handle(action, "start") }
    func provider(_ provider: CXProvider, perform action: CXAnswerCallAction) { handle(action, "answer") }
    func provider(_ provider: CXProvider, perform action: CXEndCallAction) { handle(action, "end") }
    func provider(_ provider: CXProvider, perform action: CXSetHeldCallAction) {
        handle(action, action.isOnHold ? "hold" : "resume")
    }
    func provider(_ provider: CXProvider, perform action: CXSetMutedCallAction) {
        handle(action, action.isMuted ? "mute" : "unmute")
    }
    func provider(_ provider: CXProvider, timedOutPerforming action: CXAction) { heard.append("timed out") }
    func provider(_ provider: CXProvider, didActivate audioSession: AVAudioSession) { heard.append("activate") }
    func provider(_ provider: CXProvider, didDeactivate audioSession: AVAudioSession) { heard.append("deactivate") }

    private func handle(_ action: CXAction, _ name: String) {
        heard.append(name)
        actions.append(action)
        onAction(self, action)
    }
}
