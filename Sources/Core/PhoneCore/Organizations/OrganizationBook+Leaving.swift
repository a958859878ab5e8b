extension OrganizationBook {
    mutating func launch(_ isFirstStart: Bool, into decisions: inout [Decision]) {
        guard !isFirstStart else {
            decisions.append(.purge)
            return
        }
        for organization in record.prunings where organization != record.change?.target {
            decisions.append(.prune(organization, keeping: held(organization)))
        }
        guard let change = record.change else { return }
        // No connection, timer or answer of the process before is left; what it may have written is erased.
        record.change = nil
        prune(change.target, into: &decisions)
        decisions.append(.settled(change.target, .interrupted))
    }

    mutating func remove(_ organization: OrganizationID, into decisions: inout [Decision]) {
        if record.change?.target == organization { undo(.notMember, into: &decisions) }
        guard held(organization) != nil else { return }
        record.held.removeAll { $0.organization == organization }
        decisions.append(.forgot(organization))
        prune(organization, into: &decisions)
        if record.active == organization { activate(record.held.first?.organization, into: &decisions) }
    }

    mutating func signOut(into decisions: inout [Decision]) {
        if record.change != nil { undo(.notSignedIn, into: &decisions) }
        for key in record.held { decisions.append(.forgot(key.organization)) }
        for key in record.held where !record.prunings.contains(key.organization) {
            record.prunings.append(key.organization)
        }
        record.held = []
        for organization in record.prunings { decisions.append(.prune(organization, keeping: nil)) }
        activate(nil, into: &decisions)
    }
}
