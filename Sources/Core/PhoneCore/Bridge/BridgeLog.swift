import CallModel
public import WireJSON

/// The events that the page has not read, up to a maximum number.
///
/// The page pulls: it takes a snapshot when it starts or reloads, and then the events after its cursor. So no event is
/// lost before a listener exists (C111, documented). The shell keeps the log beside the phone, because ever-growing
/// numbers would make every state of a phone a new one.
public struct BridgeLog: Hashable, Sendable {
    /// One event with its number.
    public struct Entry: Hashable, Sendable {
        /// The number of the event in this process, counted from 1.
        public let number: UInt64
        /// The event, with the values that the page gets.
        public let event: BridgeEvent
    }

    /// The events that a page receives at once.
    public struct Delivery: Hashable, Sendable {
        /// The events in order, the oldest first; at most ``countMax``.
        public let entries: [Entry]
        /// The position of the page after these events.
        public let cursor: BridgeCursor
        /// Whether events in between were lost. The page must then take a snapshot.
        public let hasGap: Bool

        /// The delivery in the form that the page receives.
        public var json: JSONObject {
            let events = entries.map { entry in
                JSONValue.object([
                    "cursor": .integer(Int64(entry.number)), "name": .string(entry.event.name.rawValue),
                    "data": .object(entry.event.data),
                ])
            }
            return ["events": .array(events), "cursor": .string(cursor.description), "gap": .bool(hasGap)]
        }
    }

    /// The maximum number of events. It covers minutes of a busy phone, because superseded events are dropped.
    public static let countMax = 256

    /// Identifies the process, as in ``BridgeCursor/epoch``.
    public let epoch: UInt32
    private var entries: [Entry] = []
    private var lastNumber: UInt64 = 0
    /// The highest number of an event that was dropped because the log was full.
    private var lostNumber: UInt64 = 0

    /// Creates an empty log. The epoch distinguishes the logs of different processes.
    public init(epoch: UInt32) {
        self.epoch = epoch
    }

    /// The end of the log. A snapshot that is taken now carries this cursor.
    public var cursor: BridgeCursor { BridgeCursor(epoch: epoch, number: lastNumber) }

    /// Appends an event.
    ///
    /// - Returns: the numbered event, for a page that is listening already.
    @discardableResult
    public mutating func append(_ event: BridgeEvent) -> Entry {
        if let name = event.supersedes { entries.removeAll { $0.event.name == name && $0.event.call == event.call } }
        lastNumber += 1
        let entry = Entry(number: lastNumber, event: event)
        if entries.count == Self.countMax { lostNumber = entries.removeFirst().number }
        entries.append(entry)
        return entry
    }

    /// The events after a cursor. A page without a cursor, or with one of another process, gets all events and a gap.
    public func events(since cursor: BridgeCursor?) -> Delivery {
        guard let cursor, cursor.epoch == epoch, cursor.number <= lastNumber else {
            return Delivery(entries: entries, cursor: self.cursor, hasGap: true)
        }
        return Delivery(
            entries: entries.filter { $0.number > cursor.number }, cursor: self.cursor,
            hasGap: cursor.number < lostNumber)
    }
}

extension BridgeEvent {
    /// The call that a superseding event concerns.
    fileprivate var call: CallUUID? {
        switch self {
        case .callDurationUpdated(let call, _), .callQualityUpdated(let call, _): call
        default: nil
        }
    }
}

/// The position of a page in the log of events.
///
/// The epoch distinguishes cursors of different processes. After a relaunch the page therefore gets a gap instead of
/// silence.
public struct BridgeCursor: Hashable, Sendable, LosslessStringConvertible {
    /// Identifies the process. The shell draws it at the start.
    public let epoch: UInt32
    /// The number of the last event that the page has. Events count from 1.
    public let number: UInt64

    public init(epoch: UInt32, number: UInt64) {
        self.epoch = epoch
        self.number = number
    }

    /// Reads `epoch-number`.
    public init?(_ description: String) {
        let parts = description.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.count == 2, let epoch = UInt32(parts[0]), let number = UInt64(parts[1]) else { return nil }
        self.init(epoch: epoch, number: number)
    }

    public var description: String { "\(epoch)-\(number)" }

    init?(_ reader: BridgeReader, _ key: String) throws(BridgeError) {
        guard let text = try reader.text(key) else { return nil }
        guard let cursor = BridgeCursor(text) else { throw BridgeError(.outOfBounds, key) }
        self = cursor
    }
}
