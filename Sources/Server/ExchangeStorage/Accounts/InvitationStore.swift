/// Invitations to organisations. One that has expired, or whose inviter may no longer make it, is none.
public protocol InvitationStore: Sendable {
    /// Makes an invitation, in place of an earlier one.
    func invite(_ invitation: Invitation) async throws(StorageError) -> InvitationOutcome
    /// In the order of the users' names, those after one.
    func invitations(
        to organization: String, after user: String?, atMost: Int, at: Int64
    ) async throws(StorageError) -> [Invitation]
    /// With the organisations, in the order of their ids, those after one.
    func invitations(
        of user: String, after organization: String?, atMost: Int, at: Int64
    ) async throws(StorageError) -> [(invitation: Invitation, organization: Organization)]
    func invitation(of user: String, to organization: String, at: Int64) async throws(StorageError) -> Invitation?
    /// Makes the invited user a member, unless the user belongs to too many organisations: then the invitation stays.
    func accept(
        invitationOf user: String, to organization: String, at: Int64
    ) async throws(StorageError) -> InvitationAcceptance
    /// Withdrawn or declined; false when there is none.
    func removeInvitation(of user: String, to organization: String, at: Int64) async throws(StorageError) -> Bool
}
