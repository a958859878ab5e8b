import CallModel
import DeviceRuntime
import PhoneCore
import PhoneKit
import Redaction

/// What the exchange and the engine do, as the signaling of the app tells it.
extension PhoneUnderTest {
    static let acme = OrganizationID("acme")

    /// Tells the phone an event, as a port of the app.
    func pass(_ event: PhoneEvent) async {
        device.asApp { outside?.sink?.send(event) }
        await device.advance(by: .milliseconds(100))
    }

    /// The connection is there, and brings the INVITE of a pushed call.
    func invite(_ number: UInt64) async {
        await pass(.signaling(RegistrationID(Self.acme), .ready))
        let session = CallSessionID(.random(high: 1, low: number))
        await pass(.line(Self.line(number), .invited(IncomingInvite(RegistrationID(Self.acme), session: session))))
    }

    /// The call came so far.
    func line(_ number: UInt64, _ direction: CallDirection = .inbound, _ events: CallEvent...) async {
        var machine = CallMachine(direction)
        var effects: [CallEffect] = []
        for event in events { machine.handle(event, into: &effects) }
        await pass(.line(Self.line(number), .changed(machine.state)))
    }

    static func line(_ number: UInt64) -> LineID { LineID(.random(high: 7, low: number)) }

    /// The orders about lines and sound since the process began.
    var lineOrders: [String] {
        outside?.orders.filter { $0.hasPrefix("line") || $0.hasSuffix("audio") } ?? []
    }
}
