internal import DeviceModel
internal import DeviceRuntime
public import Foundation

/// What a method answers with.
public typealias PluginCallResultData = [String: Any]

/// One call of the page. Answered once, on whatever queue.
///
/// Source: Capacitor 8.4, CAPPluginCall.
open class CAPPluginCall: NSObject {
    // Its header says nothing of nullability, so that every object in it is implicitly unwrapped.
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// Which call it is.
    open var callbackId: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The method.
    open var methodName: String!
    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// What the page gave.
    open var options: [AnyHashable: Any]!
    /// Whether it may be answered again and again.
    open var keepAlive: Bool {
        get { lock.withLock { isKept } }
        set { lock.withLock { isKept = newValue } }
    }

    private let lock = NSLock()
    private var isKept = false
    private var isAnswered = false
    private let answered: @Sendable (Answer) -> Void

    /// What a call was answered with.
    public enum Answer: @unchecked Sendable {
        // `@unchecked Sendable`: what a plugin answers with is turned into JSON at once and not used after.
        /// Data.
        case resolved(PluginCallResultData)
        /// An error.
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

    /// A text the page gave.
    open func getString(_ key: String) -> String? { options[key] as? String }
    /// A text the page gave, or another.
    open func getString(_ key: String, _ defaultValue: String) -> String { getString(key) ?? defaultValue }
    /// A truth the page gave.
    open func getBool(_ key: String) -> Bool? { options[key] as? Bool }
    /// A truth the page gave, or another.
    open func getBool(_ key: String, _ defaultValue: Bool) -> Bool { getBool(key) ?? defaultValue }
    /// A number the page gave.
    open func getInt(_ key: String) -> Int? { options[key] as? Int }
    /// A number the page gave, or another.
    open func getInt(_ key: String, _ defaultValue: Int) -> Int { getInt(key) ?? defaultValue }
    /// A number the page gave.
    open func getDouble(_ key: String) -> Double? { options[key] as? Double }
    /// An object the page gave.
    open func getObject(_ key: String) -> JSObject? { JSON.object(options[key]) }
    /// A list the page gave.
    open func getArray(_ key: String) -> JSArray? { JSON.array(options[key]) }

    /// Answers with nothing.
    open func resolve() {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.resolved([:]))
    }

    /// Answers.
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

    /// Answers that it cannot be done now.
    open func unavailable() {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.rejected(message: "not available", code: "UNAVAILABLE", data: nil))
    }

    /// Answers that it cannot be done now, and why.
    open func unavailable(_ message: String) {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.rejected(message: message, code: "UNAVAILABLE", data: nil))
    }

    /// Answers that it cannot be done.
    open func unimplemented() {
        _ = ProcessHandle.recording("CAPPluginCall")
        answer(.rejected(message: "not implemented", code: "UNIMPLEMENTED", data: nil))
    }

    /// Answers that it cannot be done, and why.
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

/// A value of JavaScript.
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

/// An object of JavaScript.
public typealias JSObject = [String: any JSValue]
/// A list of JavaScript.
public typealias JSArray = [any JSValue]

/// Reads what JSON made as values of JavaScript.
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
