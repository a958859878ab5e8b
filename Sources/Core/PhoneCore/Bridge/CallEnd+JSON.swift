import CallModel
import Redaction
import WireJSON

extension CallEnd {
    /// Beside the call's name. `state` is how far it was.
    var fields: [(String, JSONValue)] {
        [
            ("reason", .string(reason.rawValue)), ("disposition", .string(disposition.rawValue)),
            ("direction", .string(direction.rawValue)), ("state", .string(phase.rawValue)),
            ("answered", .bool(isAnswered)),
            ("answeredOn", takenBy.map { .string($0.name.revealed) } ?? .null),
            ("refusal", refusal.map { .string($0.rawValue) } ?? .null),
        ] + Ending.fields(told)
    }

    init(_ reader: BridgeReader) throws(BridgeError) {
        call = try reader.neededCall("callId")
        reason = try reader.neededWord("reason", EndReason.self)
        disposition = try reader.neededWord("disposition", CallDisposition.self)
        direction = try reader.neededWord("direction", CallDirection.self)
        phase = try reader.neededWord("state", CallPhase.self)
        told = try reader.told(reason)
        takenBy = try reader.text("answeredOn").flatMap(RingDevice.init(name:))
        refusal = try reader.word("refusal", OutboundRefusal.self)
    }
}

extension Ending {
    /// What the exchange said of an end. What it did not say is null, and so is all of it where it said nothing.
    static func fields(_ told: Ending?) -> [(String, JSONValue)] {
        [
            ("cause", told.map { .string($0.cause.name) } ?? .null),
            ("causeCode", told.map { .integer(Int64($0.cause.code)) } ?? .null),
            ("sipCode", told?.sipCode.map { .integer(Int64($0)) } ?? .null),
            ("sipReason", told?.sipReason.map { .string($0) } ?? .null),
        ]
    }
}

extension BridgeReader {
    /// What the exchange said of an end with that reason; `nil` if nothing.
    func told(_ reason: EndReason) throws(BridgeError) -> Ending? {
        guard let cause = try code("causeCode") else { return nil }
        return Ending(
            reason, cause: HangUpCause(cause), sipCode: try code("sipCode"), sipReason: try text("sipReason"))
    }

    private func code(_ key: String) throws(BridgeError) -> UInt16? {
        guard let number = try integer(key) else { return nil }
        guard let code = UInt16(exactly: number) else { throw BridgeError(.outOfBounds, key) }
        return code
    }
}
