/// How a process begins.
extension Phone {
    mutating func launched(_ launch: Launch, into effects: inout [PhoneEffect]) {
        books.isLocked = launch.stored == .locked
        restore(launch.stored, into: &effects)
        for id in launch.systemCalls where books.calls[id] == nil {
            effects.append(.request(SystemRequestID(id, .end), [.end(id)]))
        }
    }

    mutating func unlocked(_ stored: StoredRecord, into effects: inout [PhoneEffect]) {
        guard books.isLocked else { return }
        books.isLocked = false
        restore(stored, into: &effects)
    }

    private mutating func restore(_ stored: StoredRecord, into effects: inout [PhoneEffect]) {
        guard case .found(let record) = stored else { return }
        books.past.restore(record.past, limits: limits, into: &effects)
    }
}
