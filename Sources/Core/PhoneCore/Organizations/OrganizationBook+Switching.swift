extension OrganizationBook {
    mutating func want(_ target: OrganizationID, into decisions: inout [Decision]) {
        if let change = record.change {
            // The same wish again joins the switch under way.
            if change.target != target { decisions.append(.settled(target, .underWay)) }
        } else if let key = held(target) {
            guard record.active != target else { return decisions.append(.settled(target, nil)) }
            begin(target, .connecting(key), into: &decisions)
            decisions.append(.connect(key))
        } else if record.held.count == OrganizationLimits.countMax {
            decisions.append(.settled(target, .tooMany))
        } else {
            begin(target, .asking, into: &decisions)
            decisions.append(.ask(target))
        }
    }

    /// Credentials were granted: for the switch that asked, or because the device was registered anew.
    mutating func take(granted key: CredentialKey, into decisions: inout [Decision]) {
        if let change = record.change, change.target == key.organization {
            guard change.stage == .asking else { return }
            record.change?.stage = .writing(key)
            decisions.append(.write(key))
        } else if held(key.organization).map({ $0.version < key.version })
            ?? (record.held.count < OrganizationLimits.countMax)
        {
            decisions.append(.write(key))
        }
    }

    mutating func take(written key: CredentialKey, _ isWritten: Bool, into decisions: inout [Decision]) {
        if let change = record.change, change.stage == .writing(key) {
            guard isWritten else { return undo(.store, into: &decisions) }
            record.change?.stage = .connecting(key)
            decisions.append(.connect(key))
        } else if record.change?.target == key.organization || !isWritten {
            // A write that a switch has left behind: its pruning follows it, or nothing was written.
        } else if record.prunings.contains(key.organization) {
            // The write crossed the order to erase, which is said again behind it.
            prune(key.organization, into: &decisions)
        } else if held(key.organization).map({ $0.version < key.version }) ?? true {
            hold(key, into: &decisions)
            if record.active == nil { activate(key.organization, into: &decisions) }
        }
    }

    mutating func take(connected key: CredentialKey, into decisions: inout [Decision]) {
        guard let change = record.change, change.stage == .connecting(key) else { return }
        decisions.append(.stopTimer(.switching(change.ordinal)))
        record.change = nil
        hold(key, into: &decisions)
        activate(key.organization, into: &decisions)
        decisions.append(.release(key.organization))
        decisions.append(.settled(key.organization, nil))
    }

    mutating func take(failed key: CredentialKey, _ failure: SignalingFailure, into decisions: inout [Decision]) {
        guard let change = record.change, change.stage == .connecting(key) else { return }
        switch failure {
        case .refused where !change.hasAsked, .noCredentials where !change.hasAsked:
            record.change?.stage = .asking
            record.change?.hasAsked = true
            decisions.append(.ask(key.organization))
        case .refused, .noCredentials, .unreachable:
            undo(.connection, into: &decisions)
        }
    }

    /// Leaves everything as it was before the switch.
    mutating func undo(_ failure: SwitchFailure, into decisions: inout [Decision]) {
        guard let change = record.change else { return }
        record.change = nil
        decisions.append(.stopTimer(.switching(change.ordinal)))
        if change.candidate != nil { decisions.append(.release(change.target)) }
        if change.hasAsked { prune(change.target, into: &decisions) }
        decisions.append(.settled(change.target, failure))
    }

    mutating func activate(_ organization: OrganizationID?, into decisions: inout [Decision]) {
        guard record.active != organization else { return }
        record.active = organization
        decisions.append(.activated(organization))
    }
}
