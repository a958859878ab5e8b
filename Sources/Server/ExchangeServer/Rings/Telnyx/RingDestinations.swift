internal import CallModel
internal import ExchangeCarrier
internal import Redaction
internal import RingCore

/// Where Telnyx is told to dial: the address of a device, or a number outside.
struct RingDestinations: TelnyxDestinations {
    let book: DeviceBook
    let numbers: NumberDirectory

    func destination(of device: DeviceID, in organization: OrganizationID) async -> String? {
        if let number = numbers.plan.destination(of: device, in: organization) { return number.revealed }
        return book.device(device)?.address(in: organization)?.revealed
    }
}
