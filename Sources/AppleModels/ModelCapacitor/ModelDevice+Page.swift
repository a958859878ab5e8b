public import DeviceRuntime
internal import Foundation

extension ModelDevice {
    /// The page calls a plugin's method; the answer can be looked up by the name given.
    public func pageCalls(
        _ plugin: String, _ method: String, _ arguments: [String: any Sendable] = [:], as callbackId: String
    ) async {
        let bytes = (try? JSONSerialization.data(withJSONObject: arguments)) ?? Data()
        let call = PageCall(callbackId: callbackId, plugin: plugin, method: method, arguments: bytes)
        bridgePart?.call(call)
        await settle()
    }

    /// What a call of the page was answered with; nil as long as it was not.
    public func pageAnswer(to callbackId: String) -> CAPPluginCall.Answer? { bridgePart?.answer(to: callbackId) }

    private var bridgePart: BridgePart? { asApp { ProcessHandle.current?.existing(BridgePart.self) } ?? nil }
}
