import CallModel
import PhoneCore

/// One call as the exchange has it, and the phone's line to it.
struct ExchangeSession: Hashable, Sendable {
    enum Stage: Hashable, Sendable {
        /// Nobody has called yet.
        case unborn
        case ringing
        /// This phone has it.
        case answered
        case over(EndReason)
    }

    /// The phone's end of the signalling call, as CarillonRTC keeps it: the real call machine.
    struct Line: Hashable, Sendable {
        var machine = CallMachine(.inbound)
        var awaitsMedia = false
    }

    let number: UInt8
    var stage = Stage.unborn
    /// Where the process has one. Gone with the process.
    var line: Line?
    /// Pushes of ours that have not arrived.
    var ownPushes = 1
    /// Pushes of the vendor that have not arrived.
    var vendorPushes: Int

    init(number: UInt8, hasVendorPush: Bool) {
        self.number = number
        vendorPushes = hasVendorPush ? 1 : 0
    }

    var id: CallSessionID { CallSessionID(UUIDValue(high: 0x5E55, low: UInt64(number))) }
    var vendor: VendorCallID { VendorCallID(UUIDValue(high: 0x7E1, low: UInt64(number))) }
    var lineID: LineID { LineID(UUIDValue(high: 0x11E, low: UInt64(number))) }

    var pushesLeft: [PushKind] {
        (ownPushes > 0 ? [.ours(number)] : []) + (vendorPushes > 0 ? [.vendors(number)] : [])
    }

    var isOver: Bool { if case .over = stage { true } else { false } }
}
