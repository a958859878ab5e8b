public import Foundation

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
