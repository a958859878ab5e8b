internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// The data with which a method answers.
public typealias PluginCallResultData = [String: Any]

/// One call of the page. A plugin answers it once, on any queue.
///
/// Source: Capacitor 8.4, CAPPluginCall.
open class CAPPluginCall: NSObject {
    // Capacitor's header does not specify nullability, so every object in it is implicitly unwrapped.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The identifier of the call.
    open var callbackId: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The name of the method.
    open var methodName: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The arguments of the page.
    open var options: [AnyHashable: Any]!
    /// Whether the call may be answered repeatedly.
    open var keepAlive: Bool {
        get { lock.withLock { isKept } }
        set { lock.withLock { isKept = newValue } }
    }

    private let lock = NSLock()
    private var isKept = false
    private var isAnswered = false
    private let answered: @Sendable (Answer) -> Void

    /// The answer to a call.
    public enum Answer: @unchecked Sendable {
        // `@unchecked Sendable`: the data is turned into JSON at once and not used afterward.
        /// The call succeeded, with data.
        case resolved(PluginCallResultData)
        /// The call failed.
        case rejected(message: String, code: String?, data: PluginCallResultData?)
    }

    init(
        callbackId: String, methodName: String, options: [AnyHashable: Any],
        answered: @escaping @Sendable (Answer) -> Void
    ) {
        self.callbackId = callbackId
        self.methodName = methodName
        self.options = options
        self.answered = answered
    }

    /// A text argument.
    open func getString(_ key: String) -> String? { options[key] as? String }
    /// A text argument, or a default.
    open func getString(_ key: String, _ defaultValue: String) -> String { getString(key) ?? defaultValue }
    /// A Boolean argument.
    open func getBool(_ key: String) -> Bool? { options[key] as? Bool }
    /// A Boolean argument, or a default.
    open func getBool(_ key: String, _ defaultValue: Bool) -> Bool { getBool(key) ?? defaultValue }
    /// A number argument.
    open func getInt(_ key: String) -> Int? { options[key] as? Int }
    /// An integer argument, or a default.
    open func getInt(_ key: String, _ defaultValue: Int) -> Int { getInt(key) ?? defaultValue }
    /// A number argument.
    open func getDouble(_ key: String) -> Double? { options[key] as? Double }
    /// An object argument.
    open func getObject(_ key: String) -> JSObject? { JSON.object(options[key]) }
    /// An array argument.
    open func getArray(_ key: String) -> JSArray? { JSON.array(options[key]) }

    /// Answers without data.
    open func resolve() {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.resolved([:]))
    }

    /// Answers with data.
    open func resolve(_ data: PluginCallResultData = [:]) {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.resolved(data))
    }

    /// Answers with an error.
    open func reject(
        _ message: String, _ code: String? = nil, _ error: (any Error)? = nil, _ data: PluginCallResultData? = nil
    ) {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.rejected(message: message, code: code, data: data))
    }

    /// Answers that the method is not available now.
    open func unavailable() {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.rejected(message: "not available", code: "UNAVAILABLE", data: nil))
    }

    /// Answers that the method is not available now, and why.
    open func unavailable(_ message: String) {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.rejected(message: message, code: "UNAVAILABLE", data: nil))
    }

    /// Answers that the method is not implemented.
    open func unimplemented() {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.rejected(message: "not implemented", code: "UNIMPLEMENTED", data: nil))
    }

    /// Answers that the method is not implemented, and why.
    open func unimplemented(_ message: String) {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.rejected(message: message, code: "UNIMPLEMENTED", data: nil))
    }

    private func answer(_ answer: Answer) {
        let isFirst = lock.withLock {
            defer { isAnswered = true }
            return !isAnswered || isKept
        }
        if isFirst { answered(answer) }
    }
}

/// A JavaScript value.
public protocol JSValue {}
extension String: JSValue {}
extension Bool: JSValue {}
extension Int: JSValue {}
extension Float: JSValue {}
extension Double: JSValue {}
extension NSNumber: JSValue {}
extension NSNull: JSValue {}
extension Array: JSValue {}
extension Date: JSValue {}
extension Dictionary: JSValue where Key == String, Value == any JSValue {}

/// A JavaScript object.
public typealias JSObject = [String: any JSValue]
/// A JavaScript array.
public typealias JSArray = [any JSValue]

/// Converts decoded JSON to JavaScript values.
enum JSON {
    static func object(_ value: Any?) -> JSObject? {
        (value as? [String: Any])?.compactMapValues(self.value)
    }

    static func array(_ value: Any?) -> JSArray? { (value as? [Any])?.compactMap(self.value) }

    private static func value(_ value: Any) -> (any JSValue)? {
        if let members = object(value) { return members }
        if let elements = array(value) { return elements }
        return value as? any JSValue
    }
}
