import CallModel
public import WireJSON

/// The events the page has not read, for as long as there is room.
///
/// The page pulls: a snapshot when it starts or was reloaded, and from then on what follows its cursor. An event before
/// a listener exists is not lost so (C111, documented). Kept by the shell beside the phone: its numbers grow for ever,
/// which would make every state of a phone a new one.
public struct BridgeLog: Hashable, Sendable {
    /// One event with its number.
    public struct Entry: Hashable, Sendable {
        public let number: UInt64
        public let event: BridgeEvent
    }

    /// What a page gets.
    public struct Delivery: Hashable, Sendable {
        public let entries: [Entry]
        /// Where the page stands when it has taken them.
        public let cursor: BridgeCursor
        /// Whether events between were lost: the page must take a snapshot.
        public let hasGap: Bool

        /// As the page gets it.
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

    /// The most events kept: minutes of a busy phone, since what is superseded does not stay.
    public static let countMax = 256

    public let epoch: UInt32
    private var entries: [Entry] = []
    private var lastNumber: UInt64 = 0
    /// The highest number that was lost for want of room.
    private var lostNumber: UInt64 = 0

    /// An empty log of a process. The epoch tells it from the log of another.
    public init(epoch: UInt32) {
        self.epoch = epoch
    }

    /// Where the log ends: what a snapshot taken now carries.
    public var cursor: BridgeCursor { BridgeCursor(epoch: epoch, number: lastNumber) }

    /// Takes an event.
    ///
    /// - Returns: where it stands, for the page that is listening already.
    @discardableResult
    public mutating func append(_ event: BridgeEvent) -> Entry {
        if let name = event.supersedes { entries.removeAll { $0.event.name == name && $0.event.call == event.call } }
        lastNumber += 1
        let entry = Entry(number: lastNumber, event: event)
        if entries.count == Self.countMax { lostNumber = entries.removeFirst().number }
        entries.append(entry)
        return entry
    }

    /// What follows a cursor; everything there is, with a gap, for a page that has none or an alien one.
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
    /// The call an event that supersedes another is about.
    fileprivate var call: CallUUID? {
        switch self {
        case .callDurationUpdated(let call, _), .callQualityUpdated(let call, _): call
        default: nil
        }
    }
}

/// Where in the log of events a page stands.
///
/// A cursor of another process is told from one of this: after a relaunch the page gets a gap, not silence.
public struct BridgeCursor: Hashable, Sendable, LosslessStringConvertible {
    /// Names the process; drawn by the shell at its start.
    public let epoch: UInt32
    /// The number of the last event the page has; events count from 1.
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
