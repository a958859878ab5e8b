internal import WireJSON

/// A planned fault of a stand-in for an HTTP/1.1 service.
public struct HTTPFault: Hashable, Sendable {
    /// What happens to a request that the fault affects.
    public enum Kind: Hashable, Sendable {
        /// The request is processed, and the answer is delayed.
        case delay(Duration)
        /// The request is not processed and refused with this status, in the party's format.
        case refuse(status: Int)
        /// The connection ends without an answer, after or without processing.
        case cutConnection(isProcessed: Bool)
        /// The request is processed, and no answer is sent.
        case loseResponse
    }

    /// The fault.
    public var kind: Kind
    /// The number of matching requests to pass before the fault applies.
    public var after: Int
    /// The number of requests it affects; nil for all later ones.
    public var count: Int?
    /// The suffix of the path of affected requests; nil for any.
    public var path: String?

    public init(_ kind: Kind, after: Int = 0, count: Int? = 1, path: String? = nil) {
        self.kind = kind
        self.after = after
        self.count = count
        self.path = path
    }

    /// Whether the request is processed.
    var isProcessed: Bool {
        switch kind {
        case .refuse, .cutConnection(isProcessed: false): false
        case .delay, .cutConnection, .loseResponse: true
        }
    }

    var delivery: StandinAnswer.Delivery {
        switch kind {
        case .delay(let time): .late(time)
        case .refuse: .atOnce
        case .cutConnection: .cutConnection
        case .loseResponse: .never
        }
    }
}

extension HTTPFault {
    /// Reads `{"kind", "ms"?, "status"?, "processed"?, "after"?, "count"?, "path"?}`; count 0 means without end.
    init?(_ object: JSONObject) {
        let kind: Kind
        switch object["kind"]?.string {
        case "delay": kind = .delay(.milliseconds(object["ms"]?.integer ?? 0))
        case "refuse": kind = .refuse(status: Int(object["status"]?.integer ?? 503))
        case "cut": kind = .cutConnection(isProcessed: object["processed"]?.bool ?? true)
        case "lose": kind = .loseResponse
        default: return nil
        }
        let count = Int(object["count"]?.integer ?? 1)
        self.init(
            kind, after: Int(object["after"]?.integer ?? 0), count: count == 0 ? nil : count,
            path: object["path"]?.string)
    }
}

/// A list of planned faults, selected by path.
package struct HTTPFaultPlan: Hashable, Sendable {
    /// The most planned faults; a test plans a few.
    private static let countMax = 1_000

    private var faults: [HTTPFault] = []

    package init() {}

    @discardableResult
    package mutating func add(_ fault: HTTPFault) -> Bool {
        guard faults.count < Self.countMax else { return false }
        faults.append(fault)
        return true
    }

    package mutating func clear() { faults.removeAll() }

    /// Takes the fault for a request: the first matching one that is due.
    package mutating func use(path: String) -> HTTPFault? {
        for index in faults.indices where faults[index].path.map(path.hasSuffix) ?? true {
            if faults[index].after > 0 {
                faults[index].after -= 1
                continue
            }
            let fault = faults[index]
            if let count = fault.count {
                faults[index].count = count - 1
                if count <= 1 { faults.remove(at: index) }
            }
            return fault
        }
        return nil
    }
}
