package import Clocks
package import Foundation
package import PhoneCore
package import PushKit
import PushPayload
import Redaction
package import WireJSON

#if canImport(ObjectiveC)
    package import ObjectiveC
#endif

/// Receives VoIP pushes from the start of the process, and hands each to the phone without suspending.
@MainActor
package final class PushReceiver: NSObject, PhoneEventSource {
    package weak var sink: (any PhoneEventSink)?
    /// Called before each push, so that the phone catches up with what its suspended process missed.
    package var arriving: (@MainActor () -> Void)?
    /// Called after each push, as the process may have been suspended until it came.
    package var woken: (@MainActor () -> Void)?
    private let keys: PushKeyStore
    private let clock: any TimeSource
    private let names: any UUIDSource
    private let log: any LogPort
    private var registry: PKPushRegistry?

    /// - Parameter keys: opens sealed callers.
    package init(keys: PushKeyStore, clock: any TimeSource, names: any UUIDSource, log: any LogPort) {
        self.keys = keys
        self.clock = clock
        self.names = names
        self.log = log
    }

    /// Registers for pushes at every launch, with the delegate set before the types. Source: C13
    /// (documented).
    package func register() {
        let registry = PKPushRegistry(queue: .main)
        registry.delegate = self
        registry.desiredPushTypes = [.voIP]
        self.registry = registry
    }

    func receive(_ payload: [AnyHashable: Any], mustReport: Bool, completion: @escaping @Sendable () -> Void) {
        var push = IncomingPush(JSONValue(property: payload))
        let isUnopened = keys.open(&push)
        let spare = CallUUID(names.freshName())
        guard let sink else { return completion() }
        arriving?()
        sink.deliver(
            VoIPPush(push, mustReport: mustReport, now: WallTime(clock.date), spare: spare), completion: completion)
        woken?()
        if isUnopened { sink.send(.pushKeys(.unopened)) }
        if !push.faults.isEmpty {
            log.write(PhoneDiagnostic(.push, push.faults.map(\.description).joined(separator: ", ")))
        }
    }

    /// Receives a push that did not wake the app as a call: an opened alert, or a background push.
    func receive(_ payload: JSONValue, by way: PushWay) {
        var push = IncomingPush(payload)
        guard push.namesCall else { return }
        let isUnopened = keys.open(&push)
        arriving?()
        sink?.send(
            .push(
                VoIPPush(
                    push, mustReport: false, now: WallTime(clock.date), spare: CallUUID(names.freshName()), way: way)))
        woken?()
        if isUnopened { sink?.send(.pushKeys(.unopened)) }
    }

    func update(token: Data?) {
        sink?.send(.pushToken(token.map(DevicePushToken.init(bytes:))))
    }
}

/// Implements both methods for pushes: a system that knows the newer one calls only that. Neither is `async`: an
/// `async` method returns before its body has run, and the app is killed. Source: C6 (observed), C10
/// (documented).
extension PushReceiver: @MainActor PKPushRegistryDelegate {
    package func pushRegistry(
        _ registry: PKPushRegistry, didUpdate pushCredentials: PKPushCredentials, for type: PKPushType
    ) {
        guard type == .voIP else { return }
        update(token: pushCredentials.token)
    }

    package func pushRegistry(_ registry: PKPushRegistry, didInvalidatePushTokenFor type: PKPushType) {
        guard type == .voIP else { return }
        update(token: nil)
    }

    package func pushRegistry(
        _ registry: PKPushRegistry, didReceiveIncomingPushWith payload: PKPushPayload, for type: PKPushType,
        completion: @escaping () -> Void
    ) {
        let completion = SystemCompletion(completion)
        receive(payload.dictionaryPayload, mustReport: true) { completion.call() }
    }
}

// The SDK of Xcode 26.4, with the compiler 6.3, is the first with metadata of a push beside its payload.
#if compiler(>=6.3)
    extension PushReceiver {
        @available(iOS 26.4, *)
        package func pushRegistry(
            _ registry: PKPushRegistry, didReceiveIncomingVoIPPushWith payload: PKPushPayload,
            metadata: PKVoIPPushMetadata, withCompletionHandler completion: @escaping () -> Void
        ) {
            let completion = SystemCompletion(completion)
            receive(payload.dictionaryPayload, mustReport: metadata.mustReport) { completion.call() }
        }
    }
#endif

extension DevicePushToken {
    /// The token as lowercase hexadecimal digits.
    package init(bytes: Data) {
        var digits = ""
        digits.reserveCapacity(2 * bytes.count)
        for byte in bytes {
            digits.append(Self.digit(byte >> 4))
            digits.append(Self.digit(byte & 15))
        }
        self.init(Redacted(digits))
    }

    private static func digit(_ value: UInt8) -> Character {
        Character(Unicode.Scalar(value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10))
    }
}

/// A framework's completion handler, which is called once and may cross to another isolation.
///
/// `@unchecked Sendable`: Objective-C's blocks do not declare a thread; these frameworks allow calls on any.
nonisolated struct SystemCompletion: @unchecked Sendable {
    let call: () -> Void

    init(_ call: @escaping () -> Void) {
        self.call = call
    }
}

nonisolated extension JSONValue {
    /// Reads a payload that the system has decoded. Members are in the order of their keys.
    ///
    /// Reads one value and one level more than a push may have, so that the push's reader notices an excess.
    package init(property: Any) {
        var reader = PropertyReader()
        self = reader.value(property, depth: 0)
    }
}

/// Reads property-list values, which come as Foundation's objects on Apple's systems and as Swift's elsewhere.
nonisolated private struct PropertyReader {
    var valuesLeft = PushLimits.valueCountMax + 1

    mutating func value(_ property: Any, depth: Int) -> JSONValue {
        valuesLeft -= 1
        guard valuesLeft >= 0 else { return .null }
        if let text = property as? String { return .string(text) }
        if let number = property as? NSNumber { return Self.value(number) }
        guard depth <= PushLimits.depthMax else { return .null }
        if let object = property as? [AnyHashable: Any] { return members(object, depth: depth) }
        if let elements = property as? [Any] { return array(elements, depth: depth) }
        return .null
    }

    private mutating func members(_ object: [AnyHashable: Any], depth: Int) -> JSONValue {
        var pairs: [(key: String, value: Any)] = []
        for (key, value) in object {
            if let key = key as? String { pairs.append((key, value)) }
        }
        pairs.sort { $0.key < $1.key }
        var members: [(String, JSONValue)] = []
        for pair in pairs where valuesLeft > 0 {
            members.append((pair.key, value(pair.value, depth: depth + 1)))
        }
        return .object(JSONObject(members))
    }

    private mutating func array(_ elements: [Any], depth: Int) -> JSONValue {
        var values: [JSONValue] = []
        for element in elements where valuesLeft > 0 {
            values.append(value(element, depth: depth + 1))
        }
        return .array(values)
    }

    /// Tells booleans from numbers by their type in C: cast to `Bool`, the number 1 would be true as well.
    private static func value(_ number: NSNumber) -> JSONValue {
        switch String(cString: number.objCType) {
        case "c", "B": return .bool(number.boolValue)
        case "d", "f": return number.doubleValue.isFinite ? .number(number.doubleValue) : .null
        case "Q": return Int64(exactly: number.uint64Value).map(JSONValue.integer) ?? .number(number.doubleValue)
        default: return .integer(number.int64Value)
        }
    }
}
