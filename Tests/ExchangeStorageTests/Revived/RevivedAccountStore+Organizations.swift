import Accounts
import ExchangeStorage

extension RevivedAccountStore {
    func create(_ organization: Organization, owner: Member?, receipt: RequestReceipt?) async throws(StorageError)
        -> OrganizationCreation
    {
        try await asked { store async throws(StorageError) in
            try await store.create(organization, owner: owner, receipt: receipt)
        }
    }

    func organization(_ id: String) async throws(StorageError) -> Organization? {
        try await asked { store async throws(StorageError) in try await store.organization(id) }
    }

    func organizations(of user: String?, after: String?, atMost: Int) async throws(StorageError) -> [Organization] {
        try await asked { store async throws(StorageError) in
            try await store.organizations(of: user, after: after, atMost: atMost)
        }
    }

    func rename(_ id: String, to name: String) async throws(StorageError) -> Organization? {
        try await asked { store async throws(StorageError) in try await store.rename(id, to: name) }
    }

    func deleteOrganization(_ id: String, at: Int64) async throws(StorageError) -> Bool {
        try await asked { store async throws(StorageError) in try await store.deleteOrganization(id, at: at) }
    }

    func members(of organization: String, after: String?, atMost: Int) async throws(StorageError) -> [Member] {
        try await asked { store async throws(StorageError) in
            try await store.members(of: organization, after: after, atMost: atMost)
        }
    }

    func member(_ user: String, of organization: String) async throws(StorageError) -> Member? {
        try await asked { store async throws(StorageError) in try await store.member(user, of: organization) }
    }

    func memberships(of user: String, atMost: Int) async throws(StorageError) -> [Member] {
        try await asked { store async throws(StorageError) in try await store.memberships(of: user, atMost: atMost) }
    }

    func colleagues(of user: String, among others: [String]) async throws(StorageError) -> [String] {
        try await asked { store async throws(StorageError) in try await store.colleagues(of: user, among: others) }
    }

    func save(_ member: Member, adding: Bool) async throws(StorageError) -> MemberChange {
        try await asked { store async throws(StorageError) in try await store.save(member, adding: adding) }
    }

    func removeMember(_ user: String, of organization: String, at: Int64) async throws(StorageError) -> MemberChange {
        try await asked { store async throws(StorageError) in
            try await store.removeMember(user, of: organization, at: at)
        }
    }

    func unsettledMembershipEnds() async throws(StorageError) -> [MembershipEnd] {
        try await asked { store async throws(StorageError) in try await store.unsettledMembershipEnds() }
    }

    func settle(_ ends: [MembershipEnd]) async throws(StorageError) {
        try await asked { store async throws(StorageError) in try await store.settle(ends) }
    }
}

extension RevivedAccountStore {
    func invite(_ invitation: Invitation) async throws(StorageError) -> InvitationOutcome {
        try await asked { store async throws(StorageError) in try await store.invite(invitation) }
    }

    func invitations(to organization: String, after user: String?, atMost: Int, at: Int64) async throws(StorageError)
        -> [Invitation]
    {
        try await asked { store async throws(StorageError) in
            try await store.invitations(to: organization, after: user, atMost: atMost, at: at)
        }
    }

    func invitations(of user: String, after organization: String?, atMost: Int, at: Int64) async throws(StorageError)
        -> [(invitation: Invitation, organization: Organization)]
    {
        try await asked { store async throws(StorageError) in
            try await store.invitations(of: user, after: organization, atMost: atMost, at: at)
        }
    }

    func invitation(of user: String, to organization: String, at: Int64) async throws(StorageError) -> Invitation? {
        try await asked { store async throws(StorageError) in
            try await store.invitation(of: user, to: organization, at: at)
        }
    }

    func accept(
        invitationOf user: String, to organization: String, at: Int64
    ) async throws(StorageError) -> InvitationAcceptance {
        try await asked { store async throws(StorageError) in
            try await store.accept(invitationOf: user, to: organization, at: at)
        }
    }

    func removeInvitation(of user: String, to organization: String, at: Int64) async throws(StorageError) -> Bool {
        try await asked { store async throws(StorageError) in
            try await store.removeInvitation(of: user, to: organization, at: at)
        }
    }
}
