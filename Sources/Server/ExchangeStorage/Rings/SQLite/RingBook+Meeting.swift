internal import CallModel
internal import GRDB
internal import RingCore

extension RingBook {
    /// Of a caller's calls the latest are looked at: an older one that rings still is none that anybody waits in.
    private static let callsOfUserMax = 8

    /// Whether whoever is called by a call that comes in calls its caller just now.
    func meeting(of call: InboundCall, from caller: RingCaller) throws -> RingMeeting? {
        guard let user = caller.user, let callee = call.onlyCallee, callee != user else { return nil }
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: """
                    SELECT latest.* FROM (SELECT * FROM ring_caller WHERE user = ? ORDER BY session DESC LIMIT ?) AS latest
                    JOIN ring_session ON ring_session.session = latest.session
                    WHERE is_closed = 0 ORDER BY latest.session DESC
                    """), arguments: [callee.rawValue, Self.callsOfUserMax])
        for row in rows {
            guard let id = CallSessionID(row["session"] as String),
                let other = try session(id), other.onlyCallee == user
            else { continue }
            if let met = RingMeeting(call, from: caller, other, RingRow.caller(row), at: now) { return met }
        }
        return nil
    }

    /// Of two calls that became one, people find one; and news of a leg goes to the call that has it.
    func note(_ met: RingMeeting) throws {
        try database.cachedStatement(sql: "UPDATE ring_session SET merged_into = ? WHERE session = ?").execute(
            arguments: [met.survivor.description, met.merged.description])
        guard met.isOthersLegHandedOver else { return }
        try database.cachedStatement(sql: "UPDATE ring_leg SET session = ? WHERE carrier_leg = ?").execute(arguments: [
            met.survivor.description, met.other.parent.carrierID.rawValue,
        ])
    }
}

extension InboundCall {
    /// Who is called, where that is one person alone.
    fileprivate var onlyCallee: UserID? {
        guard let callee = devices.first?.user, devices.allSatisfy({ $0.user == callee }) else { return nil }
        return callee
    }
}
