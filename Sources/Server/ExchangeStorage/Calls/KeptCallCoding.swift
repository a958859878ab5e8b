internal import CallModel
public import ExchangeCore
internal import Foundation
internal import GRDB
internal import Redaction
internal import WireJSON

/// Converts a kept call to and from JSON bytes: moments in microseconds since 1970, without absent values.
struct KeptCallCoding {
    let clock: WallClock

    func bytes(_ kept: KeptCall) -> [UInt8] {
        var object = JSONObject()
        object["session"] = .string(kept.session.description)
        object["version"] = .integer(Int64(clamping: kept.version))
        object["callee"] = kept.callee.map { .string($0.rawValue) }
        object["organization"] = kept.organization.map { .string($0) }
        object["caller_name"] = .string(kept.callerName.revealed)
        object["caller_number"] = .string(kept.callerNumber.revealed)
        object["dialled"] = .string(kept.dialed.revealed)
        object["users_of_number"] = kept.usersOfNumber.map { .array($0.map { .string($0.rawValue) }) }
        object["legs"] = .array(kept.legs.map { .object($0.object) })
        object["winner"] = .integer(Int64(kept.winner))
        object["epoch"] = .integer(Int64(kept.epoch))
        object["answer_headers"] = kept.answerHeaders.map(Self.value)
        object["created_at"] = .integer(clock.microseconds(at: kept.createdAt))
        object["rang_at"] = kept.rangAt.map { .integer(clock.microseconds(at: $0)) }
        object["answered_at"] = .integer(clock.microseconds(at: kept.answeredAt))
        return JSONWriter.bytes(of: .object(object))
    }

    /// Returns nil for bytes that this build does not understand.
    func call(_ bytes: [UInt8]) -> KeptCall? {
        guard let object = (try? JSONParser.parse(bytes))?.object,
            let session = object["session"]?.string.flatMap({ CallSessionID($0) }),
            let version = object["version"]?.integer.flatMap({ UInt64(exactly: $0) }),
            let callerName = object["caller_name"]?.string, let callerNumber = object["caller_number"]?.string,
            let dialed = object["dialled"]?.string,
            let legs = Self.legs(object["legs"]),
            let winner = object["winner"]?.integer.flatMap({ Int(exactly: $0) }),
            let epoch = object["epoch"]?.integer.flatMap({ UInt32(exactly: $0) }),
            let createdAt = object["created_at"]?.integer, let answeredAt = object["answered_at"]?.integer
        else { return nil }
        let users = object["users_of_number"]?.array?.compactMap { $0.string.map { UserID($0) } }
        return KeptCall(
            session: session, version: version, callee: object["callee"]?.string.map { UserID($0) },
            organization: object["organization"]?.string, callerName: Redacted(callerName),
            callerNumber: Redacted(callerNumber), dialed: Redacted(dialed), usersOfNumber: users, legs: legs,
            winner: winner, epoch: epoch, answerHeaders: object["answer_headers"]?.array.map(Self.headers),
            createdAt: clock.moment(atMicroseconds: createdAt),
            rangAt: object["rang_at"]?.integer.map { clock.moment(atMicroseconds: $0) },
            answeredAt: clock.moment(atMicroseconds: answeredAt))
    }

    private static func legs(_ value: JSONValue?) -> [KeptLeg]? {
        guard let values = value?.array else { return nil }
        let legs = values.compactMap { $0.object.flatMap { KeptLeg($0) } }
        return legs.count == values.count ? legs : nil
    }

    private static func value(_ headers: [CustomHeader]) -> JSONValue {
        .array(headers.map { .array([.string($0.name.text), .string($0.value.revealed)]) })
    }

    private static func headers(_ values: [JSONValue]) -> [CustomHeader] {
        values.compactMap { value in
            guard let pair = value.array, pair.count == 2, let name = pair[0].string.flatMap({ HeaderName($0) }),
                let text = pair[1].string
            else { return nil }
            return CustomHeader(name: name, value: Redacted(text))
        }
    }
}

/// One device's part in a kept call, as JSON.
extension KeptLeg {
    var object: JSONObject {
        var object = JSONObject()
        object["leg"] = .string(id.description)
        object["call_id"] = .string(callID.rawValue)
        object["sessid"] = .string(device.id.rawValue)
        object["user"] = .string(device.user.rawValue)
        object["device"] = .string(device.device.rawValue)
        object["capabilities"] = .integer(Int64(device.capabilities.rawValue))
        object["takes_candidates"] = .bool(takesCandidates)
        object["description"] = description.map { .string($0.revealed) }
        object["is_held"] = .bool(isHeld)
        object["reason"] = ending.map { .string($0.reason.rawValue) }
        object["cause"] = ending.map { .integer(Int64($0.cause.code)) }
        object["sip_code"] = ending?.sipCode.map { .integer(Int64($0)) }
        object["sip_reason"] = ending?.sipReason.map { .string($0) }
        return object
    }

    init?(_ object: JSONObject) {
        guard let id = object["leg"]?.string.flatMap({ LegID($0) }), let callID = object["call_id"]?.string,
            let session = object["sessid"]?.string, let user = object["user"]?.string,
            let device = object["device"]?.string,
            let capabilities = object["capabilities"]?.integer.flatMap({ UInt8(exactly: $0) }),
            let takesCandidates = object["takes_candidates"]?.bool, let isHeld = object["is_held"]?.bool
        else { return nil }
        self.init(
            id: id, callID: CallID(callID),
            device: DeviceSession(
                id: SignalingSessionID(session), user: UserID(user), device: DeviceID(device),
                capabilities: DeviceCapabilities(rawValue: capabilities)),
            takesCandidates: takesCandidates, description: object["description"]?.string.map { Redacted($0) },
            isHeld: isHeld,
            ending: Ending(
                storedReason: object["reason"]?.string, cause: object["cause"]?.integer,
                sipCode: object["sip_code"]?.integer, sipReason: object["sip_reason"]?.string))
    }
}

/// The data with which answered calls go on in another run.
extension ExchangeDatabase {
    public func loadKeptCalls(clock: WallClock, sealing: any Sealing) throws(StorageError) -> [KeptCall] {
        let text = KeptCallCoding(clock: clock)
        return try writing { database in
            let rows = try Row.fetchAll(database, sql: "SELECT session, sealed FROM kept_call ORDER BY session")
            return try rows.compactMap { row in
                let kept = sealing.open([UInt8](row["sealed"] as Data)).flatMap { text.call($0) }
                if let kept, let current = try Self.current(kept, in: database) { return current }
                try Self.discard(row["session"], in: database)
                return nil
            }
        }
    }

    /// A call between users goes on from the last version in its journal, unless the journal has its end.
    private static func current(_ kept: KeptCall, in database: Database) throws -> KeptCall? {
        guard kept.usersOfNumber == nil else { return kept }
        let session = kept.session.description
        let isLive = try Bool.fetchOne(
            database, sql: "SELECT EXISTS (SELECT 1 FROM live_call WHERE session = ?)", arguments: [session])
        guard isLive == true else { return nil }
        let last = try Int64.fetchOne(
            database, sql: "SELECT max(version) FROM journal WHERE session = ?", arguments: [session])
        var current = kept
        current.version = max(kept.version, last.map { UInt64(clamping: $0) } ?? 0)
        return current
    }

    static func keep(
        _ kept: KeptCall, _ clock: WallClock, _ sealing: any Sealing, in database: Database
    ) throws {
        let sealed = try sealing.seal(KeptCallCoding(clock: clock).bytes(kept))
        try database.cachedStatement(
            sql: "INSERT INTO kept_call VALUES (?, ?) ON CONFLICT (session) DO UPDATE SET sealed = excluded.sealed"
        ).execute(arguments: [kept.session.description, sealed.withUnsafeBytes { Data($0) }])
    }

    static func discard(_ session: String, in database: Database) throws {
        try database.cachedStatement(sql: "DELETE FROM kept_call WHERE session = ?").execute(arguments: [session])
    }
}
