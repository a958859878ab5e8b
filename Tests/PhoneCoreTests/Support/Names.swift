import CallModel
import PhoneCore
import Redaction

/// Short names for what the transcripts speak of.
enum Names {
    static func session(_ index: Int) -> CallSessionID { CallSessionID(UUIDValue(high: 0x5E55, low: UInt64(index))) }
    static func vendor(_ index: Int) -> VendorCallID { VendorCallID(UUIDValue(high: 0x7E1C, low: UInt64(index))) }
    /// A name drawn by the shell.
    static func spare(_ index: Int) -> CallUUID { CallUUID(UUIDValue(high: 0x59A6, low: UInt64(index))) }
    static func line(_ index: Int) -> LineID { LineID(UUIDValue(high: 0x114E, low: UInt64(index))) }
    static func action(_ index: Int) -> SystemActionID { SystemActionID(UUIDValue(high: 0xAC7, low: UInt64(index))) }
    static func ticket(_ index: Int) -> UserRequestID { UserRequestID(UInt32(index)) }

    /// The call of a session: `A` is that of the first.
    static func call(_ index: Int) -> CallUUID { CallUUID(session: session(index)) }

    static let acme = OrganizationID("acme")
    static let bolt = OrganizationID("bolt")
    /// The registration of `acme` at the carrier.
    static let carrier = RegistrationID(acme, .carrier)

    static func text(_ id: CallUUID) -> String {
        if let index = (1...4).first(where: { call($0) == id }) { return ["A", "B", "C", "D"][index - 1] }
        if let index = (1...4).first(where: { CallUUID(vendor: vendor($0)) == id }) { return "V\(index)" }
        if let index = (1...4).first(where: { CallUUID(line: line($0)) == id }) { return "L\(index)" }
        return id.value.high == 0x59A6 ? "x\(id.value.low)" : id.description
    }

    static func text(_ id: LineID) -> String {
        if id.value.high == 0x114E { return ["a", "b", "c", "d"][Int(id.value.low) - 1] }
        return "out-\(text(CallUUID(id.value)))"
    }

    static func text(_ id: SystemActionID) -> String { "#\(id.value.low)" }
}

let sessionA = Names.session(1)
let sessionB = Names.session(2)
let sessionC = Names.session(3)
let callA = Names.call(1)
let callB = Names.call(2)
let callC = Names.call(3)
let lineA = Names.line(1)
let lineB = Names.line(2)
