extension OrganizationBook {
    mutating func launch(_ isFirstStart: Bool, into decisions: inout [Decision]) {
        guard !isFirstStart else {
            decisions.append(.purge)
            return
        }
        let change = record.change
        let begun = record.writings.map(\.registration) + (change.map { [RegistrationID($0.target)] } ?? [])
        let prunings = record.prunings + begun
        // No connection, timer or answer of the process before is left; what it may have written is erased.
        record.change = nil
        record.writings = []
        record.prunings = []
        for registration in prunings where !record.prunings.contains(registration) {
            prune(registration, into: &decisions)
        }
        if let change { decisions.append(.settled(change.target, .interrupted)) }
    }

    mutating func remove(_ organization: OrganizationID, into decisions: inout [Decision]) {
        if record.change?.target == organization { undo(.notMember, into: &decisions) }
        forget(all { $0.organization == organization }, into: &decisions)
    }

    /// What the person has left goes, and what has no carrier any more; one that a switch under way is about to bring may
    /// be newer than the list.
    mutating func keep(
        _ members: [OrganizationID]?, carried: [OrganizationID]?, into decisions: inout [Decision]
    ) {
        for organization in record.held.map(\.organization) where members?.contains(organization) == false {
            remove(organization, into: &decisions)
        }
        guard let carried else { return }
        forget(all { $0.provider == .carrier && !carried.contains($0.organization) }, into: &decisions)
    }

    /// Those of which something is on the device, or on its way there.
    private func all(where isMeant: (RegistrationID) -> Bool) -> [RegistrationID] {
        Set((record.held + record.writings).map(\.registration)).filter(isMeant).sorted()
    }

    private mutating func forget(_ registrations: [RegistrationID], into decisions: inout [Decision]) {
        guard !registrations.isEmpty else { return }
        record.held.removeAll { registrations.contains($0.registration) }
        record.writings.removeAll { registrations.contains($0.registration) }
        decisions += registrations.map { .forgot($0) }
        if let active = record.active, held(RegistrationID(active)) == nil {
            activate(record.held.first { $0.registration.provider == .exchange }?.organization, into: &decisions)
        }
        decisions.append(.save)
        for registration in registrations { prune(registration, into: &decisions) }
    }

    mutating func signOut(into decisions: inout [Decision]) {
        if record.change != nil { undo(.notSignedIn, into: &decisions) }
        let registrations = (record.held + record.writings).map(\.registration)
        record.held = []
        record.writings = []
        for registration in registrations { decisions.append(.forgot(registration)) }
        activate(nil, into: &decisions)
        decisions.append(.save)
        for registration in registrations { prune(registration, into: &decisions) }
    }
}
