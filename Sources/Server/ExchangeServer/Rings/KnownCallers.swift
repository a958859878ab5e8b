internal import CallModel
internal import ExchangeCarrier
internal import Redaction
internal import RingCore

/// Users who call in over the public network: from a device that is registered at the carrier, or from a number of theirs.
struct KnownCallers: Sendable {
    private let book: DeviceBook
    private let numbers: NumberDirectory
    private let sipDomain: String

    init(_ book: DeviceBook, _ numbers: NumberDirectory, _ configuration: ExchangeConfiguration) {
        self.book = book
        self.numbers = numbers
        sipDomain = configuration.telnyx?.settings.sipDomain ?? ""
    }

    /// The call with who calls, where that is known. The name of a credential is as secret as what it is dialled by; a
    /// number anybody may write, unless the carrier of the caller vouches for it.
    func naming(_ call: IncomingCall) -> IncomingCall {
        var call = call
        if let device = book.device(at: Redacted(address(call.from.revealed))) {
            (call.caller, call.device) = (device.user, device.id)
        } else if call.isNumberVouchedFor,
            let user = numbers.caller(from: call.from) ?? numbers.plan.owner(ofOutside: call.from)
        {
            (call.caller, call.device) = (user, DeviceID(outside: call.from))
        }
        return call
    }

    private func address(_ text: String) -> String {
        if text.hasPrefix("sip:") { return text }
        return text.contains("@") ? "sip:\(text)" : "sip:\(text)@\(sipDomain)"
    }
}
