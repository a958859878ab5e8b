public import CallModel

extension OrganizationState {
    mutating func want(_ target: OrganizationID, into effects: inout [Effect]) {
        if let change = record.change {
            // A repeated request joins the switch under way.
            if change.target != target { effects.append(.settled(target, .underWay)) }
        } else if isWriting(RegistrationID(target)) {
            effects.append(.settled(target, .underWay))
        } else if let key = held(RegistrationID(target)) {
            guard record.active != target else { return effects.append(.settled(target, nil)) }
            begin(target, .connecting(key), into: &effects)
            effects.append(.connect(key))
        } else if isFull(.exchange) {
            effects.append(.settled(target, .tooMany))
        } else {
            begin(target, .asking, into: &effects)
            effects.append(.ask(target))
        }
    }

    mutating func handle(provisioned key: CredentialKey, into effects: inout [Effect]) {
        let registration = key.registration
        // A switch under way brings its own credentials, which are as new.
        guard record.change.map({ RegistrationID($0.target) }) != registration, !isWriting(registration) else { return }
        guard held(registration).map({ $0.version < key.version }) ?? !isFull(registration.provider) else { return }
        record.writings.append(key)
        effects.append(.save)
        effects.append(.write(key))
    }

    func isWriting(_ registration: RegistrationID) -> Bool {
        record.writings.contains { $0.registration == registration }
    }

    func isFull(_ provider: SignalingProvider) -> Bool {
        (record.held + record.writings).count { $0.registration.provider == provider } >= OrganizationLimits.countMax
    }

    mutating func handle(written key: CredentialKey, _ isWritten: Bool, into effects: inout [Effect]) {
        if let change = record.change, change.stage == .writing(key) {
            guard isWritten else { return undo(.store, into: &effects) }
            record.change?.stage = .connecting(key)
            effects.append(.connect(key))
        } else if let index = record.writings.firstIndex(of: key) {
            record.writings.remove(at: index)
            guard isWritten else { return prune(key.registration, into: &effects) }
            hold(key, into: &effects)
            guard record.active == nil, key.registration.provider == .exchange else { return }
            activate(key.organization, into: &effects)
        }
    }

    mutating func handle(connected key: CredentialKey, into effects: inout [Effect]) {
        guard let change = record.change, change.stage == .connecting(key) else { return }
        effects.append(.stopTimer(.switching(change.ordinal)))
        record.change = nil
        hold(key, into: &effects)
        activate(key.organization, into: &effects)
        effects.append(.release(key.registration))
        effects.append(.settled(key.organization, nil))
    }

    mutating func handle(failed key: CredentialKey, _ failure: SignalingFailure, into effects: inout [Effect]) {
        guard let change = record.change, change.stage == .connecting(key) else { return }
        switch failure {
        case .refused where !change.hasAsked, .noCredentials where !change.hasAsked:
            record.change?.stage = .asking
            record.change?.hasAsked = true
            effects.append(.ask(key.organization))
        case .refused, .noCredentials, .unreachable:
            undo(.connection, into: &effects)
        }
    }

    /// Undoes the switch and restores the state before it.
    mutating func undo(_ failure: SwitchFailure, into effects: inout [Effect]) {
        guard let change = record.change else { return }
        record.change = nil
        effects.append(.stopTimer(.switching(change.ordinal)))
        if change.candidate != nil { effects.append(.release(RegistrationID(change.target))) }
        if change.hasAsked { prune(RegistrationID(change.target), into: &effects) }
        effects.append(.settled(change.target, failure))
    }

    mutating func activate(_ organization: OrganizationID?, into effects: inout [Effect]) {
        guard record.active != organization else { return }
        record.active = organization
        effects.append(.activated(organization))
    }
}

/// A switch to another organization that is under way.
public struct OrganizationSwitch: Hashable, Sendable, Codable {
    /// The progress of a switch.
    public enum Stage: Hashable, Sendable, Codable {
        /// The exchange was asked for credentials.
        /// Leaves to: `writing` (granted), undone (refused, timed out).
        case asking
        /// The credentials are being written to the keychain, beside the old ones.
        /// Leaves to: `connecting` (written), undone (not written, timed out).
        case writing(CredentialKey)
        /// A connection tries the credentials.
        /// Leaves to: complete (connected), `asking` (older credentials were refused), undone.
        case connecting(CredentialKey)
    }

    /// The organization that becomes active if the switch succeeds.
    public let target: OrganizationID
    /// The progress of the switch.
    public internal(set) var stage: Stage
    /// Whether this switch has asked for the credentials, so that a refusal of them is final.
    public internal(set) var hasAsked: Bool
    let ordinal: UInt8

    /// The credentials that the switch tries.
    var candidate: CredentialKey? {
        switch stage {
        case .asking: nil
        case .writing(let key), .connecting(let key): key
        }
    }
}

/// Why a switch to another organization failed. The previous organization stays active.
public enum SwitchFailure: String, CaseIterable, Hashable, Sendable, Codable {
    /// Another switch is under way.
    case underWay
    /// The exchange was unreachable.
    case unreachable
    /// The person is not a member of that organization.
    case notMember
    /// The person is not signed in.
    case notSignedIn
    /// The exchange's answer was malformed.
    case malformed
    /// The keychain did not store the credentials.
    case store
    /// The connection of that organization failed.
    case connection
    /// The switch took longer than ``OrganizationLimits/switchDuration``.
    case timedOut
    /// The process ended during the switch.
    case interrupted
    /// The maximum number of organizations is on the device already.
    case tooMany
}
