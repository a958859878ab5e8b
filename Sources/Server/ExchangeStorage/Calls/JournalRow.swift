internal import CallModel
internal import ExchangeCore
internal import GRDB
internal import Redaction

/// One row of the journal: a change of a call in columns.
struct JournalRow {
    private static let insert = """
        INSERT INTO journal
        (session, version, at, change, leg, user, device, callee, dialled, epoch, reason, cause, sip_code, sip_reason,
         organization)
        VALUES
        """
    private static let places = "(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    private static let insertOne = "\(insert) \(places) ON CONFLICT (session, version) DO NOTHING"

    /// How many rows one statement stores. At hundreds of calls a second, most statements of a transaction are for rows of
    /// the journal.
    private static let groupSize = 8
    private static let insertGroup = insert + Array(repeating: places, count: groupSize).joined(separator: ", ")

    /// Finds a stored row with the same content. Its time may differ, because the change happened once.
    private static let same = """
        SELECT 1 FROM journal WHERE session = ? AND version = ? AND ? IS NOT NULL
        AND change IS ? AND leg IS ? AND user IS ? AND device IS ? AND callee IS ? AND dialled IS ? AND epoch IS ?
        AND reason IS ? AND cause IS ? AND sip_code IS ? AND sip_reason IS ? AND organization IS ?
        """

    var session: String
    var version: Int64
    var at: Int64
    var change: String
    var leg: String?
    var user: String?
    var device: String?
    var callee: String?
    var dialed: String?
    var epoch: Int64?
    var ending: Ending?
    var organization: String?

    init(_ record: JournalRecord, clock: WallClock) {
        session = record.session.description
        version = Int64(clamping: record.version)
        at = clock.microseconds(at: record.time)
        change = Self.name(of: record.change)
        leg = Self.leg(of: record.change)?.description
        switch record.change {
        case .created(_, let caller, let device, let callee, let dialed, let organization):
            user = caller.rawValue
            self.device = device.rawValue
            self.callee = callee?.rawValue
            self.dialed = dialed.revealed
            self.organization = organization
        case .legPlanned(_, let user, let device), .handedOver(_, let user, let device),
            .transferred(_, let user, let device, _):
            self.user = user.rawValue
            self.device = device.rawValue
        case .claimed(_, let epoch):
            self.epoch = Int64(epoch)
        case .legOver(_, let ending), .ended(let ending):
            self.ending = ending
        case .legRang, .legHeld, .legResumed, .legDetached, .legAttached, .merged:
            break
        }
    }

    /// Stores rows in order. Storing the same row again changes nothing.
    ///
    /// - Returns: for each row whether it is new.
    /// - Throws: `StorageError` when a different row has the key of one. Then another process writes this journal, and
    ///   going on would lose one of the two histories.
    static func insert(_ rows: [JournalRow], into database: Database) throws -> [Bool] {
        var areNew: [Bool] = []
        var rest = rows[...]
        while !rest.isEmpty {
            let group = rest.prefix(groupSize)
            rest = rest.dropFirst(group.count)
            if group.count == groupSize, try insert(group: group, into: database) {
                areNew += repeatElement(true, count: group.count)
            } else {
                areNew += try group.map { try $0.insert(into: database) }
            }
        }
        return areNew
    }

    /// Stores a whole group with one statement.
    ///
    /// - Returns: false if a row has the key of a stored one. Then none is stored.
    private static func insert(group: ArraySlice<JournalRow>, into database: Database) throws -> Bool {
        var values: [(any DatabaseValueConvertible)?] = []
        values.reserveCapacity(group.count * 15)
        for row in group { values += row.values }
        do {
            try database.cachedStatement(sql: insertGroup).execute(arguments: StatementArguments(values))
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return false
        }
    }

    /// Stores the row. Storing the same row again changes nothing.
    ///
    /// - Returns: whether the row is new.
    @discardableResult
    func insert(into database: Database) throws -> Bool {
        let arguments = StatementArguments(values)
        try database.cachedStatement(sql: Self.insertOne).execute(arguments: arguments)
        guard database.changesCount == 0 else { return true }
        guard try Bool.fetchOne(database.cachedStatement(sql: Self.same), arguments: arguments) == nil else {
            return false
        }
        throw StorageError(
            .contradiction,
            "version \(version) of call \(session) differs from the stored one; does another process write here?")
    }

    /// The values of the columns, in the order of the statements. GRDB reads an array of one type by key paths, which
    /// costs more than the statement.
    private var values: [(any DatabaseValueConvertible)?] {
        [
            session, version, at, change, leg, user, device, callee, dialed, epoch, ending?.reason.rawValue,
            ending.map { Int64($0.cause.code) }, ending?.sipCode.map { Int64($0) }, ending?.sipReason, organization,
        ]
    }

    private static func name(of change: JournalChange) -> String {
        switch change {
        case .created: "created"
        case .legPlanned: "legPlanned"
        case .legRang: "legRang"
        case .claimed: "claimed"
        case .legHeld: "legHeld"
        case .legResumed: "legResumed"
        case .legDetached: "legDetached"
        case .legAttached: "legAttached"
        case .legOver: "legOver"
        case .handedOver: "handedOver"
        case .transferred(_, _, _, ofCaller: true): "transferredByCaller"
        case .transferred(_, _, _, ofCaller: false): "transferredByCallee"
        case .merged: "merged"
        case .ended: "ended"
        }
    }

    private static func leg(of change: JournalChange) -> LegID? {
        switch change {
        case .created(let leg, _, _, _, _, _), .legPlanned(let leg, _, _), .legRang(let leg), .claimed(let leg, _),
            .legHeld(let leg), .legResumed(let leg), .legDetached(let leg), .legAttached(let leg), .legOver(let leg, _),
            .handedOver(let leg, _, _), .transferred(let leg, _, _, _), .merged(let leg):
            leg
        case .ended: nil
        }
    }
}

/// Builds a call from its rows.
enum JournalReplay {
    static let select = "SELECT * FROM journal WHERE session = ? ORDER BY version"

    /// Returns nil when there is no row, or none that starts the call.
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
        case "handedOver": handOver(row, to: leg, in: &call)
        case "transferredByCaller": replace(by: leg, of: row, isCallers: true, in: &call)
        case "transferredByCallee": replace(by: leg, of: row, isCallers: false, in: &call)
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
            // An unknown change of a later version does not affect the rest.
            break
        }
    }

    /// A device takes the place of the other one of its user; the caller's stays the first.
    private static func handOver(_ row: Row, to leg: LegID?, in call: inout StoredCall) {
        let user: String? = row["user"]
        let winner = call.legs.first { $0.id == call.winner }
        let isCallers = call.legs.first?.user.rawValue == user && winner?.user.rawValue != user
        replace(by: leg, of: row, isCallers: isCallers, in: &call)
    }

    /// A device takes the caller's place or the winner's.
    private static func replace(by leg: LegID?, of row: Row, isCallers: Bool, in call: inout StoredCall) {
        guard let leg, let user: String = row["user"], let device: String = row["device"] else { return }
        call.legs.append(StoredLeg(id: leg, user: UserID(user), device: DeviceID(device), stage: .answered))
        if isCallers {
            call.legs.swapAt(0, call.legs.count - 1)
        } else {
            call.winner = leg
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

extension Ending {
    /// Reads a stored ending; nil without a reason, or with a reason that is unknown to this build.
    init?(storedReason: String?, cause: Int64?, sipCode: Int64?, sipReason: String?) {
        guard let reason = storedReason.flatMap({ EndReason(rawValue: $0) }) else { return nil }
        let cause = cause.flatMap { UInt16(exactly: $0) }.map { HangUpCause($0) }
        self.init(
            reason, cause: cause ?? reason.defaultCause, sipCode: sipCode.flatMap { UInt16(exactly: $0) },
            sipReason: sipReason)
    }
}
