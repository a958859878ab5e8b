import CallModel
import CarillonRTC
import PhoneCore
import Redaction

extension Invitation {
    /// A call that came in over the connection of a registration.
    init(_ call: Call, _ registration: RegistrationID, _ names: ExchangeNames) {
        var session: String?
        var vendor: VendorCallID?
        switch names {
        case .own: session = call.names.sessionID
        case .vendor(let header):
            session = call.headers.first { $0.name.lowercased() == header.lowercased() }?.value.revealed
            vendor = VendorCallID(text: call.id)
        }
        self.init(
            registration, session: session.flatMap { CallSessionID($0) }, vendor: vendor, display: CallDisplay(call))
    }
}

extension CallDisplay {
    fileprivate init(_ call: Call) {
        let name = call.peerName.flatMap { $0.revealed.isEmpty ? nil : $0 }
        self.init(call.peerNumber.map(CallHandle.init(caller:)) ?? .generic(Redacted("")), name: name)
    }
}

extension CallHandle {
    /// The fewest digits of something that is looked up in Contacts as a phone number. Source: assumed; the shortest
    /// numbers of the public network have three.
    private static let digitsMin = 3

    fileprivate init(caller: Redacted<String>) {
        let text = caller.revealed.utf8
        let digits = text.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let rest = text.filter { !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        let isNumber = digits >= Self.digitsMin && rest.allSatisfy { Array("+*# -().".utf8).contains($0) }
        self = isNumber ? .phoneNumber(caller) : .generic(caller)
    }
}
