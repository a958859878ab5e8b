import CallModel

/// The calls that are not over, the oldest first.
struct CallSet: Hashable, Sendable {
    private(set) var calls: [PhoneCall] = []

    /// Those that count against the limit.
    var liveCount: Int { calls.count { $0.stage.isLive } }

    /// The one that sound belongs to; of several that of the latest, though there is never more than one for long.
    var active: PhoneCall? { calls.last { $0.isActive } }

    subscript(_ id: CallUUID) -> PhoneCall? { calls.first { $0.id == id } }

    /// The call of a line.
    func call(on line: LineID) -> PhoneCall? { calls.first { $0.line?.id == line } }

    mutating func add(_ call: PhoneCall) { calls.append(call) }

    mutating func remove(_ id: CallUUID) { calls.removeAll { $0.id == id } }

    /// Changes a call in its place. `nil` if there is no such call.
    @discardableResult
    mutating func change<Result>(_ id: CallUUID, _ body: (inout PhoneCall) -> Result) -> Result? {
        guard let index = calls.firstIndex(where: { $0.id == id }) else { return nil }
        return body(&calls[index])
    }
}
