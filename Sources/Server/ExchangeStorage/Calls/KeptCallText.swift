internal import CallModel
internal import ExchangeCore
internal import Redaction
internal import WireJSON

/// A kept call as JSON bytes: moments in microseconds since 1970, what is not there left out.
struct KeptCallText {
    let clock: WallClock

    func bytes(_ kept: KeptCall) -> [UInt8] {
        var object = JSONObject()
        object["session"] = .string(kept.session.description)
        object["version"] = .integer(Int64(clamping: kept.version))
        object["callee"] = kept.callee.map { .string($0.rawValue) }
        object["organization"] = kept.organization.map { .string($0) }
        object["caller_name"] = .string(kept.callerName.revealed)
        object["caller_number"] = .string(kept.callerNumber.revealed)
        object["dialled"] = .string(kept.dialled.revealed)
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

    /// nil when it is none this build understands.
    func call(_ bytes: [UInt8]) -> KeptCall? {
        guard let object = (try? JSONParser.parse(bytes))?.object,
            let session = object["session"]?.string.flatMap({ CallSessionID($0) }),
            let version = object["version"]?.integer.flatMap({ UInt64(exactly: $0) }),
            let callerName = object["caller_name"]?.string, let callerNumber = object["caller_number"]?.string,
            let dialled = object["dialled"]?.string,
            let legs = Self.legs(object["legs"]),
            let winner = object["winner"]?.integer.flatMap({ Int(exactly: $0) }),
            let epoch = object["epoch"]?.integer.flatMap({ UInt32(exactly: $0) }),
            let createdAt = object["created_at"]?.integer, let answeredAt = object["answered_at"]?.integer
        else { return nil }
        let users = object["users_of_number"]?.array?.compactMap { $0.string.map { UserID($0) } }
        return KeptCall(
            session: session, version: version, callee: object["callee"]?.string.map { UserID($0) },
            organization: object["organization"]?.string, callerName: Redacted(callerName),
            callerNumber: Redacted(callerNumber), dialled: Redacted(dialled), usersOfNumber: users, legs: legs,
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
