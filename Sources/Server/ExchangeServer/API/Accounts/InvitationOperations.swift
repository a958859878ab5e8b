internal import Accounts
internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import WireJSON

/// Invitations to organizations: a user becomes a member only by accepting one, unless the exchange's operator adds the
/// member.
enum InvitationOperations {
    static let all = [invite, list, withdraw, listOwn, accept, decline]

    private static let place = [
        APIParameter(name: "organization", shape: .text(.identifier), text: "The organization's id.")
    ]
    private static let invitedPlace =
        place + [
            APIParameter(
                name: "user", shape: .text(.invited),
                text: "The invited user's name, or the mail address of a person without an account.")
        ]
    private static let forbidden = APIAnswer.problem(.forbidden, "The asker's role does not allow it.")

    private static let shape = Shape.named(
        "Invitation",
        .object(
            .needed("organization_id", .text(.identifier)), .optional("organization_name", .text(.any(1...100))),
            .needed("user", .text(.any(1...128))), .needed("role", OrganizationDocument.roles),
            .optional("invited_by", .text(.any(1...128))), .needed("invited_at", .text(.moment)),
            .needed("expires_at", .text(.moment))))

    // MARK: - For owners and admins

    private static let invite = APIOperation(
        id: "inviteMember", method: .put, path: "/api/organizations/{organization}/invitations/{user}",
        summary: """
            Invites a person to become a member, in place of an earlier invitation; for owners and admins. Whether \
            there is such a user is not told. An invitation of a mail address is for the account made with it.
            """, tag: "organizations", access: .anyone, parameters: invitedPlace,
        body: .object(.needed("role", OrganizationDocument.roles)),
        outcomes: [
            .ok(shape), forbidden, .problem(.conflict, "A member already; or too many invitations wait."),
        ]
    ) { call in
        let asker = try await OrganizationOperations.role(of: call)
        guard let role = MemberRole(rawValue: call.text("role")) else { throw Problem.notFound }
        guard asker.mayManage(role) else { throw OrganizationOperations.notAllowed }
        let invitation = Invitation(
            organization: call.path("organization"), user: Invitation.addressee(call.path("user")), role: role,
            inviter: call.asker?.user?.rawValue, invitedAt: call.now)
        switch try await call.backend.accounts.invite(invitation) {
        case .invited: return .json(json(invitation))
        case .memberAlready: throw Problem(.conflict, "That user is a member already.")
        case .tooMany: throw Problem(.conflict, "Too many invitations of the organization wait for an answer.")
        case .missing: throw Problem.notFound
        }
    }

    private static let list = APIOperation(
        id: "listInvitations", method: .get, path: "/api/organizations/{organization}/invitations",
        summary: "The invitations that wait for an answer, by user name; for owners and admins.",
        tag: "organizations", access: .anyone, parameters: place, query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("invitations", of: shape)), forbidden]
    ) { call in
        guard try await OrganizationOperations.role(of: call).mayManage(.member) else {
            throw OrganizationOperations.notAllowed
        }
        let found = try await call.backend.accounts.invitations(
            to: call.path("organization"), after: call.cursor.flatMap { PageCursor.text(of: $0) },
            atMost: call.limit, at: call.now)
        return .json(
            OrganizationDocument.page(
                "invitations", found, limit: call.limit, cursor: { PageCursor.cursor(of: $0.user) }
            ) { json($0) })
    }

    private static let withdraw = APIOperation(
        id: "withdrawInvitation", method: .delete, path: "/api/organizations/{organization}/invitations/{user}",
        summary: "Withdraws an invitation; for owners and admins.", tag: "organizations", access: .anyone,
        parameters: invitedPlace, outcomes: [.done, forbidden]
    ) { call in
        let (organization, user) = (call.path("organization"), Invitation.addressee(call.path("user")))
        let asker = try await OrganizationOperations.role(of: call)
        guard asker.mayManage(.member) else { throw OrganizationOperations.notAllowed }
        let accounts = call.backend.accounts
        guard let invitation = try await accounts.invitation(of: user, to: organization, at: call.now) else {
            throw Problem.notFound
        }
        guard asker.mayManage(invitation.role) else { throw OrganizationOperations.notAllowed }
        guard try await accounts.removeInvitation(of: user, to: organization, at: call.now) else {
            throw Problem.notFound
        }
        return Response(status: .noContent)
    }

    // MARK: - For invited users

    private static let listOwn = APIOperation(
        id: "listOwnInvitations", method: .get, path: "/api/invitations",
        summary: "The user's invitations that wait for an answer.", tag: "organizations", access: .person,
        query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("invitations", of: shape))]
    ) { call in
        let found = try await call.backend.accounts.invitations(
            of: try call.user().rawValue, after: call.cursor, atMost: call.limit, at: call.now)
        return .json(
            OrganizationDocument.page("invitations", found, limit: call.limit, cursor: \.organization.id) {
                json($0.invitation, to: $0.organization)
            })
    }

    private static let accept = APIOperation(
        id: "acceptInvitation", method: .post, path: "/api/invitations/{organization}/accept",
        summary: "Accepts an invitation: the user is a member from now on.", tag: "organizations", access: .person,
        parameters: place,
        outcomes: [
            .ok(OrganizationDocument.member), .problem(.conflict, "The user has too many organizations."),
        ]
    ) { call in
        let user = try call.user().rawValue
        let outcome = try await call.backend.accounts.accept(
            invitationOf: user, to: call.path("organization"), at: call.now)
        switch outcome {
        case .missing: throw Problem.notFound
        case .tooMany: throw OrganizationOperations.tooMany
        case .accepted(let member):
            try await AccountService(backend: call.backend).renewReach(of: user)
            return .json(OrganizationDocument.json(member))
        }
    }

    private static let decline = APIOperation(
        id: "declineInvitation", method: .delete, path: "/api/invitations/{organization}",
        summary: "Declines an invitation.", tag: "organizations", access: .person, parameters: place,
        outcomes: [.done]
    ) { call in
        let isThere = try await call.backend.accounts.removeInvitation(
            of: try call.user().rawValue, to: call.path("organization"), at: call.now)
        guard isThere else { throw Problem.notFound }
        return Response(status: .noContent)
    }

    private static func json(_ invitation: Invitation, to organization: Organization? = nil) -> JSONValue {
        var object: JSONObject = [
            "organization_id": .string(invitation.organization), "user": .string(invitation.user),
            "role": .string(invitation.role.rawValue),
            "invited_at": .string(Timestamp.text(microseconds: invitation.invitedAt)),
            "expires_at": .string(Timestamp.text(microseconds: invitation.expiresAt)),
        ]
        object["organization_name"] = organization.map { .string($0.name) }
        object["invited_by"] = invitation.inviter.map { .string($0) }
        return .object(object)
    }
}
