internal import CallModel
internal import Foundation
internal import GRDB
internal import RingCore

extension RingTransaction {
    /// Stores an event of a leg that is unknown to all sessions. Returns false when it could not be matched later, or
    /// too much waits.
    ///
    /// - Parameter source: where the carrier has the recording that the event is about.
    func park(_ event: RingEvent, _ address: RingInput.Address, _ source: RecordingSource?) throws -> Bool {
        guard case .carrier(let carrierEvent) = event, case .leg(let leg) = address else { return false }
        return try park(try JSONEncoder().encode(carrierEvent), source, of: leg)
    }

    /// Notes a leg that does not say which session it belongs to. If no session knows it, an empty entry is parked.
    func meet(_ leg: CarrierLegID) throws -> RingTurn {
        guard try session(of: leg) == nil else { return RingTurn(outcome: .taken, session: nil, effects: []) }
        return RingTurn(outcome: try park(Data(), nil, of: leg) ? .parked : .unknownSession, session: nil, effects: [])
    }

    private func park(_ body: Data, _ source: RecordingSource?, of leg: CarrierLegID) throws -> Bool {
        guard leg.rawValue.utf8.count <= ParkedEvents.legBytesMax, try hasRoom(toParkEventsOf: leg) else {
            return false
        }
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

    private func hasRoom(toParkEventsOf leg: CarrierLegID) throws -> Bool {
        let all = try Int.fetchOne(database.cachedStatement(sql: "SELECT count(*) FROM ring_parked")) ?? 0
        let own = try Int.fetchOne(
            database.cachedStatement(sql: "SELECT count(*) FROM ring_parked WHERE carrier_leg = ?"),
            arguments: [leg.rawValue])
        return all < ParkedEvents.countMax && (own ?? 0) < ParkedEvents.countPerLegMax
    }

    /// Handles the parked events of a leg that has become known, in the order of arrival.
    func unpark(_ leg: CarrierLegID, into update: inout RingSessionUpdate) throws {
        let rows = try Row.fetchAll(
            database.cachedStatement(
                sql: "SELECT * FROM ring_parked WHERE carrier_leg = ? AND at > ? ORDER BY position"),
            arguments: [leg.rawValue, (now - ParkedEvents.timeMax).microseconds])
        guard !rows.isEmpty else { return }
        try database.cachedStatement(sql: "DELETE FROM ring_parked WHERE carrier_leg = ? AND at > ?").execute(
            arguments: [leg.rawValue, (now - ParkedEvents.timeMax).microseconds])
        for row in rows {
            let body: Data = row["body"]
            guard !body.isEmpty else { continue }
            let carrierEvent = try JSONDecoder().decode(CarrierEvent.self, from: body)
            let source = Self.source(of: carrierEvent, row)
            guard let event = RingEvent.carrier(carrierEvent).directed(at: .leg(leg), in: update.session) else {
                if let source { try note(.callUnknown, source.call) }
                continue
            }
            if let source { try recordings.note(source) }
            update.apply(event, at: now)
        }
    }

    /// Returns nil if the event is not about a recording that can be fetched.
    private static func source(of carrierEvent: CarrierEvent, _ row: Row) -> RecordingSource? {
        guard case .recordingSaved(_, let recording, _) = carrierEvent, let call = row["carrier_call"] as String?,
            let start = row["started_at"] as String?
        else { return nil }
        return RecordingSource(recording: recording, call: call, startedAt: start, address: row["address"])
    }
}

/// The bounds for parked events: an event of a leg is kept until a session knows the leg.
///
/// A webhook may overtake the reply to the dial, which names the leg. A webhook with our mark finds its session all the
/// same; one without it waits here.
public enum ParkedEvents {
    /// How long an event is kept: no dial is repeated and no call rings for longer. Source: `RingLimits.ringTimeMax`.
    public static let timeMax = Duration.seconds(120)
    /// The most events of one leg, which has some ten in its whole life.
    public static let countPerLegMax = 16
    /// The most events in all. Only a signed sender gets here, and a thousand unknown legs at once are its mistake.
    public static let countMax = 1_024
    /// The longest id of a leg, in bytes; Telnyx's have about a hundred (observed).
    public static let legBytesMax = 512

    /// How many events were discarded, and how old the rest is.
    public struct Sweep: Hashable, Sendable {
        /// How many items were discarded.
        public let discarded: Int
        /// The time of the oldest remaining event, since 1970; nil: none waits.
        public let oldest: Duration?

        public init(discarded: Int, oldest: Duration?) {
            self.discarded = discarded
            self.oldest = oldest
        }
    }
}
