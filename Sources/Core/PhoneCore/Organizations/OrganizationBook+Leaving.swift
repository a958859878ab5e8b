extension OrganizationBook {
    mutating func launch(_ isFirstStart: Bool, into decisions: inout [Decision]) {
        guard !isFirstStart else {
            decisions.append(.purge)
            return
        }
        let change = record.change
        let prunings = record.prunings + record.writings.map(\.organization) + (change.map { [$0.target] } ?? [])
        // No connection, timer or answer of the process before is left; what it may have written is erased.
        record.change = nil
        record.writings = []
        record.prunings = []
        for organization in prunings where !record.prunings.contains(organization) {
            prune(organization, into: &decisions)
        }
        if let change { decisions.append(.settled(change.target, .interrupted)) }
    }

    mutating func remove(_ organization: OrganizationID, into decisions: inout [Decision]) {
        if record.change?.target == organization { undo(.notMember, into: &decisions) }
        guard held(organization) != nil || isWriting(organization) else { return }
        record.held.removeAll { $0.organization == organization }
        record.writings.removeAll { $0.organization == organization }
        decisions.append(.forgot(organization))
        if record.active == organization { activate(record.held.first?.organization, into: &decisions) }
        decisions.append(.save)
        prune(organization, into: &decisions)
    }

    /// What the person has left goes; one that a switch under way is about to bring may be newer than the list.
    mutating func keep(_ members: [OrganizationID], into decisions: inout [Decision]) {
        for organization in record.held.map(\.organization) where !members.contains(organization) {
            remove(organization, into: &decisions)
        }
    }

    mutating func signOut(into decisions: inout [Decision]) {
        if record.change != nil { undo(.notSignedIn, into: &decisions) }
        let organizations = (record.held + record.writings).map(\.organization)
        record.held = []
        record.writings = []
        for organization in organizations { decisions.append(.forgot(organization)) }
        activate(nil, into: &decisions)
        decisions.append(.save)
        for organization in organizations { prune(organization, into: &decisions) }
    }
}
