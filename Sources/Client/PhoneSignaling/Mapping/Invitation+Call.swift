import CallModel
import CarillonRTC
import PhoneCore
import Redaction

extension Invitation {
    /// A call that came in over the connection of a registration.
    init(_ call: Call, _ registration: RegistrationID, _ names: ExchangeNames) {
        var session: String?
        var vendor: VendorCallID?
        var round: RingRound?
        switch names {
        case .own: session = call.names.sessionID
        case .vendor(let header):
            session = call.header(header)
            round = RingRound(text: call.header(CarrierHeader.round))
            vendor = VendorCallID(text: call.id)
        }
        self.init(
            registration, session: session.flatMap { CallSessionID($0) }, round: round ?? .first, vendor: vendor,
            display: CallDisplay(call))
    }
}

extension Call {
    /// What a header of the INVITE says, whatever the case of its name.
    fileprivate func header(_ name: String) -> String? {
        headers.first { $0.name.lowercased() == name.lowercased() }?.value.revealed
    }
}

extension CallDisplay {
    fileprivate init(_ call: Call) {
        let name = call.peerName.flatMap { $0.revealed.isEmpty ? nil : $0 }
        self.init(call.peerNumber.map(CallHandle.init(party:)) ?? .generic(Redacted("")), name: name)
    }
}
