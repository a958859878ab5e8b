import PhoneCore
import PushKit
import PushPayload
import Redaction
import WireJSON

#if canImport(ObjectiveC)
    import Foundation
    package import ObjectiveC
#else
    package import Foundation
#endif

/// Listens for VoIP pushes from the start of the process on, and hands each to the phone without a suspension.
@MainActor
package final class PushReceiver: NSObject, PhoneEventSource {
    package weak var sink: (any PhoneEventSink)?
    /// Told before each push: what the phone missed while its process was suspended, the push must find made up for.
    package var arriving: (@MainActor () -> Void)?
    /// Told after each push: the process may have been suspended until it came.
    package var woken: (@MainActor () -> Void)?
    private let keys: PushKeyStore
    private let clock: any PhoneClock
    private let names: any NameSource
    private let log: any LogPort
    private var registry: PKPushRegistry?

    /// - Parameter keys: what opens callers that are sealed.
    package init(keys: PushKeyStore, clock: any PhoneClock, names: any NameSource, log: any LogPort) {
        self.keys = keys
        self.clock = clock
        self.names = names
        self.log = log
    }

    /// Registers, at every launch; delegate first, then the types. Source: apple-contract C13 (documented).
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
            log.write(PhoneFault(.push, push.faults.map(\.description).joined(separator: ", ")))
        }
    }

    /// A push that did not wake the app: an alert that was opened, or a moment in the background.
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

    func take(token: Data?) {
        sink?.send(.pushToken(token.map(PushToken.init(bytes:))))
    }
}
