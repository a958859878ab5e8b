public import Capacitor
import CarillonApp
import PhoneCore
public import PhoneKit
import UIKit
public import WireJSON

/// The page's way to the phone. Every method goes to the bridge under its own name; the bridge does the rest.
///
/// Capacitor makes it, so it finds the phone at the app's delegate. `npx cap sync ios` reads the class's name from here.
///
/// Capacitor calls methods on a queue of its own, which a method must not hold up. Source: C112.
///
/// `@unchecked Sendable`: it has no state of its own, and Capacitor itself uses the inherited state from several queues.
@objc(PhonePlugin)
public nonisolated final class PhonePlugin: CAPPlugin, CAPBridgedPlugin, @unchecked Sendable {
    public let identifier = "PhonePlugin"
    public let jsName = "TelnyxVoip"
    public let pluginMethods: [CAPPluginMethod] = [
        CAPPluginMethod(name: "connect", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "disconnect", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "reconnect", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "call", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "answer", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "hangup", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "decline", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "setMute", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "toggleMute", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "setHold", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "toggleHold", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "setSpeaker", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "toggleSpeaker", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "sendDTMF", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getDeviceId", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getFcmToken", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getFcmTokenWithWait", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getNetworkStatus", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getConnectionState", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getPendingIncomingCall", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "requestVoipPermissions", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getSnapshot", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getEvents", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getAudioRoutes", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "setAudioRoute", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "transfer", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "getCallerIds", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "switchOrganization", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "readNotice", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "clearNotices", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "signInWithApple", returnType: CAPPluginReturnPromise),
        CAPPluginMethod(name: "signOut", returnType: CAPPluginReturnPromise),
    ]

    override public func load() {
        Task { @MainActor in Self.phone?.bridge.page = self }
    }

    @objc func connect(_ call: CAPPluginCall) { forward(call) }
    @objc func disconnect(_ call: CAPPluginCall) { forward(call) }
    @objc func reconnect(_ call: CAPPluginCall) { forward(call) }
    @objc func call(_ call: CAPPluginCall) { forward(call) }
    @objc func answer(_ call: CAPPluginCall) { forward(call) }
    @objc func hangup(_ call: CAPPluginCall) { forward(call) }
    @objc func decline(_ call: CAPPluginCall) { forward(call) }
    @objc func setMute(_ call: CAPPluginCall) { forward(call) }
    @objc func toggleMute(_ call: CAPPluginCall) { forward(call) }
    @objc func setHold(_ call: CAPPluginCall) { forward(call) }
    @objc func toggleHold(_ call: CAPPluginCall) { forward(call) }
    @objc func setSpeaker(_ call: CAPPluginCall) { forward(call) }
    @objc func toggleSpeaker(_ call: CAPPluginCall) { forward(call) }
    @objc func sendDTMF(_ call: CAPPluginCall) { forward(call) }
    @objc func getDeviceId(_ call: CAPPluginCall) { forward(call) }
    @objc func getFcmToken(_ call: CAPPluginCall) { forward(call) }
    @objc func getFcmTokenWithWait(_ call: CAPPluginCall) { forward(call) }
    @objc func getNetworkStatus(_ call: CAPPluginCall) { forward(call) }
    @objc func getConnectionState(_ call: CAPPluginCall) { forward(call) }
    @objc func getPendingIncomingCall(_ call: CAPPluginCall) { forward(call) }
    @objc func requestVoipPermissions(_ call: CAPPluginCall) { forward(call) }
    @objc func getSnapshot(_ call: CAPPluginCall) { forward(call) }
    @objc func getEvents(_ call: CAPPluginCall) { forward(call) }
    @objc func getAudioRoutes(_ call: CAPPluginCall) { forward(call) }
    @objc func setAudioRoute(_ call: CAPPluginCall) { forward(call) }
    @objc func transfer(_ call: CAPPluginCall) { forward(call) }
    @objc func getCallerIds(_ call: CAPPluginCall) { forward(call) }
    @objc func switchOrganization(_ call: CAPPluginCall) { forward(call) }
    @objc func readNotice(_ call: CAPPluginCall) { forward(call) }
    @objc func clearNotices(_ call: CAPPluginCall) { forward(call) }
    @objc func signInWithApple(_ call: CAPPluginCall) { forward(call) }
    @objc func signOut(_ call: CAPPluginCall) { forward(call) }

    private func forward(_ call: CAPPluginCall) {
        let options = JSONObject(properties: call.options ?? [:])
        // Capacitor's header says nothing of nullability: its values may be nil.
        let method = call.methodName ?? ""
        let promise = PluginPromise(call)
        Task { @MainActor in
            guard let bridge = Self.phone?.bridge else {
                return promise.settle(.failure(BridgeError(.refused, method)))
            }
            bridge.call(method, options) { promise.settle($0) }
        }
    }

    @MainActor private static var phone: CarillonPhone? {
        (UIApplication.shared.delegate as? any CarillonPhoneOwner)?.phone
    }
}

extension PhonePlugin: BridgePage {
    public func notify(_ name: String, _ data: JSONObject) {
        notifyListeners(name, data: data.properties)
    }
}

/// A call of the page that waits for its answer.
///
/// `@unchecked Sendable`: Capacitor takes the answer on any queue, and it is given once.
private nonisolated final class PluginPromise: @unchecked Sendable {
    private let call: CAPPluginCall

    init(_ call: CAPPluginCall) {
        self.call = call
    }

    func settle(_ result: Result<JSONObject, BridgeError>) {
        switch result {
        case .success(let answer): call.resolve(answer.properties)
        case .failure(let error): call.reject(error.description, error.code.rawValue)
        }
    }
}
