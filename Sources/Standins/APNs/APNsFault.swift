internal import WireJSON

/// A planned fault for selected requests.
public struct APNsFault: Hashable, Sendable {
    /// What happens to a request that the fault affects.
    public enum Kind: Hashable, Sendable {
        /// The request is processed, and the answer is delayed.
        case delay(Duration)
        /// The request is not processed and refused with this reason.
        case refuse(APNsStandinReason)
        /// The request is not processed: 503 Shutdown, then GOAWAY and the end of the connection.
        case shutdown
        /// The request is not processed: a GOAWAY that excludes this stream, then the end of the connection.
        case goAway
        /// The stream is reset, after or without processing.
        case resetStream(isProcessed: Bool)
        /// The connection ends without an answer, after or without processing.
        case cutConnection(isProcessed: Bool)
        /// The request is processed, and no answer is sent.
        case loseResponse
        /// Nothing is read from the connection for this time; the request is processed and answered afterward.
        case stopReading(Duration)
        /// The request is processed, and new SETTINGS allow only this number of streams.
        case lowerStreams(Int)
    }

    /// The fault.
    public var kind: Kind
    /// The number of matching requests to pass before the fault applies.
    public var after: Int
    /// The number of requests it affects; nil for all later ones.
    public var count: Int?
    /// The device token of affected requests; nil for any.
    public var device: String?

    public init(_ kind: Kind, after: Int = 0, count: Int? = 1, device: String? = nil) {
        self.kind = kind
        self.after = after
        self.count = count
        self.device = device?.lowercased()
    }
}

extension APNsFault {
    /// Reads `{"kind", "ms"?, "reason"?, "processed"?, "streams"?, "after"?, "count"?, "device"?}`; count 0 means
    /// without end.
    init?(_ object: JSONObject) {
        let time = Duration.milliseconds(object["ms"]?.integer ?? 0)
        let isProcessed = object["processed"]?.bool ?? true
        let kind: Kind
        switch object["kind"]?.string {
        case "delay": kind = .delay(time)
        case "refuse":
            guard let reason = object["reason"]?.string.flatMap(APNsStandinReason.init) else { return nil }
            kind = .refuse(reason)
        case "shutdown": kind = .shutdown
        case "goaway": kind = .goAway
        case "reset": kind = .resetStream(isProcessed: isProcessed)
        case "cut": kind = .cutConnection(isProcessed: isProcessed)
        case "lose": kind = .loseResponse
        case "stop_reading": kind = .stopReading(time)
        case "lower_streams": kind = .lowerStreams(Int(object["streams"]?.integer ?? 1))
        default: return nil
        }
        let count = Int(object["count"]?.integer ?? 1)
        self.init(
            kind, after: Int(object["after"]?.integer ?? 0), count: count == 0 ? nil : count,
            device: object["device"]?.string)
    }
}

extension APNsMachine {
    /// The decision for a fault that prevents processing; nil for other faults.
    static func withoutProcessing(_ fault: APNsFault.Kind, id: String) -> APNsDecision? {
        switch fault {
        case .refuse(let reason): refused(reason, id, .atOnce)
        case .shutdown: refused(.shutdown, id, .thenGoAway)
        case .goAway: refused(.shutdown, id, .goAwayInstead)
        case .resetStream(isProcessed: false): refused(.internalServerError, id, .resetStream)
        case .cutConnection(isProcessed: false): refused(.internalServerError, id, .cutConnection)
        case .delay, .resetStream, .cutConnection, .loseResponse, .stopReading, .lowerStreams: nil
        }
    }

    private static func refused(_ reason: APNsStandinReason, _ id: String, _ delivery: APNsDecision.Delivery)
        -> APNsDecision
    {
        APNsDecision(
            answer: APNsAnswer(status: reason.status, id: id, refusal: APNsRefusal(reason)), delivery: delivery)
    }

    /// Applies a fault to the decision about a processed request.
    mutating func spoil(_ decision: inout APNsDecision, by fault: APNsFault.Kind, on connection: Int) {
        switch fault {
        case .delay(let time): decision.delivery = .late(time)
        case .resetStream: decision.delivery = .resetStream
        case .cutConnection: decision.delivery = .cutConnection
        case .loseResponse: decision.delivery = .never
        case .stopReading(let time): decision.delivery = .afterSilence(time)
        case .lowerStreams(let count):
            allow(count, on: connection)
            decision.streams = count
        case .refuse, .shutdown, .goAway: break
        }
    }
}

/// A list of planned faults.
struct FaultPlan<Fault: Sendable>: Sendable {
    /// The most planned faults; a test plans a few.
    private static var countMax: Int { 1_000 }

    private struct Entry: Sendable {
        var fault: Fault
        var after: Int
        var count: Int?
        var target: String?
    }

    private var entries: [Entry] = []

    /// The number of planned faults.
    var count: Int { entries.count }

    /// Adds a fault; returns false if there are too many.
    @discardableResult
    mutating func add(_ fault: Fault, after: Int, count: Int?, target: String?) -> Bool {
        guard entries.count < Self.countMax else { return false }
        entries.append(Entry(fault: fault, after: max(after, 0), count: count, target: target))
        return true
    }

    mutating func clear() { entries.removeAll() }

    /// Takes the fault for a request: the first matching one that is due.
    mutating func use(for target: String?) -> Fault? {
        for index in entries.indices where entries[index].target == nil || entries[index].target == target {
            if entries[index].after > 0 {
                entries[index].after -= 1
                continue
            }
            let fault = entries[index].fault
            if let count = entries[index].count {
                entries[index].count = count - 1
                if count <= 1 { entries.remove(at: index) }
            }
            return fault
        }
        return nil
    }
}
