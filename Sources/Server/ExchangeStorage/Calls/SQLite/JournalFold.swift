internal import CallModel
internal import ExchangeCore
internal import GRDB

/// Makes a call of its rows.
enum JournalFold {
    static let select = "SELECT * FROM journal WHERE session = ? ORDER BY version"

    /// nil when there is no row, or none that starts the call.
    static func call(of rows: [Row]) -> StoredCall? {
        guard let first = rows.first, let text: String = first["session"], let session = CallSessionID(text) else {
            return nil
        }
        var call = StoredCall(session: session, createdAt: first["at"])
        call.organization = first["organization"]
        for row in rows { apply(row, to: &call) }
        return call
    }

    private static func apply(_ row: Row, to call: inout StoredCall) {
        let at: Int64 = row["at"]
        let leg = (row["leg"] as String?).flatMap { LegID($0) }
        call.version = UInt64(clamping: row["version"] as Int64)
        switch row["change"] as String {
        case "created", "legPlanned":
            guard let leg, let user: String = row["user"], let device: String = row["device"] else { return }
            call.legs.append(StoredLeg(id: leg, user: UserID(user), device: DeviceID(device), stage: .planned))
        case "legRang":
            call.rangAt = call.rangAt ?? at
            change(leg, of: &call) { $0.stage = .ringing }
            change(call.legs.first?.id, of: &call) { $0.stage = max($0.stage, .ringing) }
        case "claimed":
            call.stage = .active
            call.winner = leg
            call.answeredAt = at
            change(leg, of: &call) { $0.stage = .answered }
            change(call.legs.first?.id, of: &call) { $0.stage = .answered }
        case "legHeld": change(leg, of: &call) { $0.isHeld = true }
        case "legResumed": change(leg, of: &call) { $0.isHeld = false }
        case "legDetached": change(leg, of: &call) { $0.isConnected = false }
        case "legAttached": change(leg, of: &call) { $0.isConnected = true }
        case "legOver":
            let ending = ending(of: row)
            change(leg, of: &call) { leg in
                leg.stage = .over
                leg.ending = ending
            }
        case "ended":
            call.stage = .ended
            call.ending = ending(of: row)
            call.endedAt = at
        default:
            // A change of a later version that this one does not know says nothing about the rest.
            break
        }
    }

    private static func change(_ leg: LegID?, of call: inout StoredCall, _ body: (inout StoredLeg) -> Void) {
        guard let index = call.legs.firstIndex(where: { $0.id == leg }) else { return }
        body(&call.legs[index])
    }

    private static func ending(of row: Row) -> Ending? {
        Ending(
            storedReason: row["reason"], cause: row["cause"], sipCode: row["sip_code"], sipReason: row["sip_reason"])
    }
}
