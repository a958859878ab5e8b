/// Faults that wait for the requests they are meant for, by path.
package struct HTTPFaultPlan: Hashable, Sendable {
    /// Faults that may wait. A test plans a handful.
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

    /// The fault for a request: the first that is meant for it and due.
    package mutating func take(path: String) -> HTTPFault? {
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
