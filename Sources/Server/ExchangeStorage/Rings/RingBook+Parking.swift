internal import CallModel
internal import Foundation
internal import GRDB
internal import RingCore

extension RingBook {
    /// Keeps news of a leg that no session knows. False when it is none that could be matched later, or too much waits.
    ///
    /// - Parameter source: where the carrier has the recording that they are about.
    func park(_ event: RingEvent, _ address: RingInput.Address, _ source: RecordingSource?) throws -> Bool {
        guard case .carrier(let news) = event, case .leg(let leg) = address else { return false }
        return try park(try JSONEncoder().encode(news), source, of: leg)
    }

    /// A leg is there: nothing new where a session knows it. Else it is worth as much as news of it, and says as little.
    func meet(_ leg: CarrierLegID) throws -> RingTurn {
        guard try session(of: leg) == nil else { return RingTurn(outcome: .taken, session: nil, effects: []) }
        return RingTurn(outcome: try park(Data(), nil, of: leg) ? .parked : .unknownSession, session: nil, effects: [])
    }

    private func park(_ body: Data, _ source: RecordingSource?, of leg: CarrierLegID) throws -> Bool {
        guard leg.rawValue.utf8.count <= NewsParking.legBytesMax, try hasRoom(toParkNewsOf: leg) else { return false }
        try database.cachedStatement(
            sql: """
                INSERT INTO ring_parked (carrier_leg, at, body, carrier_call, started_at, address)
                VALUES (?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            leg.rawValue, now.microseconds, body, source?.call, source?.startedAt, source?.address,
        ])
        return true
    }

    private func hasRoom(toParkNewsOf leg: CarrierLegID) throws -> Bool {
        let all = try Int.fetchOne(database.cachedStatement(sql: "SELECT count(*) FROM ring_parked")) ?? 0
        let own = try Int.fetchOne(
            database.cachedStatement(sql: "SELECT count(*) FROM ring_parked WHERE carrier_leg = ?"),
            arguments: [leg.rawValue])
        return all < NewsParking.countMax && (own ?? 0) < NewsParking.countPerLegMax
    }

    /// A leg is known from now on: what was said of it before is heard, in the order in which it came.
    func unpark(_ leg: CarrierLegID, into session: inout RingSession, _ effects: inout [RingEffect]) throws {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT * FROM ring_parked WHERE carrier_leg = ? AND at > ? ORDER BY position"),
            arguments: [leg.rawValue, (now - NewsParking.timeMax).microseconds])
        guard !rows.isEmpty else { return }
        try database.cachedStatement(sql: "DELETE FROM ring_parked WHERE carrier_leg = ? AND at > ?").execute(
            arguments: [leg.rawValue, (now - NewsParking.timeMax).microseconds])
        for row in rows {
            let body: Data = row["body"]
            guard !body.isEmpty else { continue }
            let news = try JSONDecoder().decode(CarrierNews.self, from: body)
            let source = Self.source(of: news, row)
            guard let event = Self.directed(.carrier(news), at: .leg(leg), in: session) else {
                if let source { try note(.callUnknown, source.call) }
                continue
            }
            if let source { try recordings.note(source) }
            session.handle(event, at: now, into: &effects)
        }
    }

    /// nil: the news is about no recording that can be fetched.
    private static func source(of news: CarrierNews, _ row: Row) -> RecordingSource? {
        guard case .recordingSaved(_, let recording, _) = news, let call = row["carrier_call"] as String?,
            let start = row["started_at"] as String?
        else { return nil }
        return RecordingSource(recording: recording, call: call, startedAt: start, address: row["address"])
    }
}

/// News of a leg that no session knows yet: kept until one does, within these bounds.
///
/// A webhook may overtake what tells us the leg's name, the reply to its dial. One that carries our mark finds its session
/// all the same; one without waits here.
public enum NewsParking {
    /// How long: no dial is repeated, and no call rings, for longer. Source: `RingLimits.ringTimeMax`.
    public static let timeMax = Duration.seconds(120)
    /// The most of one leg: a leg's whole life has some ten.
    public static let countPerLegMax = 16
    /// The most in all: only a signed sender gets here, and a thousand of its legs at once are a mistake of its.
    public static let countMax = 1_024
    /// The longest name of a leg, in bytes; Telnyx's have about a hundred (observed).
    public static let legBytesMax = 512

    /// What was thrown away, and since when the oldest of the rest waits.
    public struct Sweep: Hashable, Sendable {
        public let discarded: Int
        /// Since 1970; nil: none waits.
        public let oldest: Duration?

        public init(discarded: Int, oldest: Duration?) {
            self.discarded = discarded
            self.oldest = oldest
        }
    }
}
