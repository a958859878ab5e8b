internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import Redaction
internal import RingCore

/// Where Telnyx is told to dial: the address of a device, a number that calls are forwarded to, or the one that a user
/// calls.
struct RingDestinations: TelnyxDestinations {
    let book: DeviceBook
    let numbers: NumberDirectory
    let store: any RingStore

    func destination(
        of device: DeviceID, in organization: OrganizationID, session: CallSessionID
    ) async -> TelnyxDestination? {
        if let known = book.device(device) { return known.address(in: organization).map { TelnyxDestination($0) } }
        if let called = called(device, session) { return called }
        return numbers.plan.destination(of: device, in: organization).map { TelnyxDestination($0) }
    }

    /// Of a call out, whom and as whom it was permitted to call. What cannot be read now is looked up again with the next
    /// try of the dial.
    private func called(_ device: DeviceID, _ session: CallSessionID) -> TelnyxDestination? {
        guard let found = (try? store.session(session)) ?? nil, found.outbound?.refusal == nil, found.outbound != nil,
            let caller = (try? store.caller(of: session)) ?? nil, let dialled = caller.dialled,
            DeviceID(outside: dialled) == device
        else { return nil }
        return TelnyxDestination(dialled, from: caller.number)
    }
}
