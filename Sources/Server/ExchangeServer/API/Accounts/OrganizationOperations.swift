internal import Accounts
internal import CallModel
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import RingCore
internal import WireJSON

/// Operations on organizations and their members.
enum OrganizationOperations {
    static let all = [list, create, show, rename, delete, members, saveMember, removeMember]

    private static let place = [
        APIParameter(name: "organization", shape: .text(.identifier), text: "The organization's id.")
    ]
    private static let memberPlace =
        place + [APIParameter(name: "user", shape: .text(.name), text: "The member's user name.")]
    private static let forbidden = APIAnswer.problem(.forbidden, "The asker's role does not allow it.")
    private static let lastOwner = APIAnswer.problem(.conflict, "An organization keeps at least one owner.")

    private static let list = APIOperation(
        id: "listOrganizations", method: .get, path: "/api/organizations",
        summary: "The user's organizations; all of them for an API token.", tag: "organizations", access: .anyone,
        query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("organizations", of: OrganizationDocument.shape))]
    ) { call in
        let found = try await call.backend.accounts.organizations(
            of: call.asker?.user?.rawValue, after: call.cursor, atMost: call.limit)
        return .json(
            OrganizationDocument.page("organizations", found, limit: call.limit, cursor: \.id) {
                OrganizationDocument.json($0)
            })
    }

    private static let create = APIOperation(
        id: "createOrganization", method: .post, path: "/api/organizations",
        summary: "Makes an organization. A user who does is its owner; an API token names the owner, if any.",
        tag: "organizations", access: .anyone,
        body: .object(
            .needed("name", OrganizationDocument.name), .optional("id", .text(.identifier)),
            .optional("owner", .text(.name))),
        outcomes: [
            .created(OrganizationDocument.shape),
            .problem(.conflict, "The id is taken, the owner is no user, or has too many organizations."),
            .problem(.forbidden, "Only an API token chooses id and owner."),
        ], isRepeatable: true
    ) { call in
        let now = call.now
        var owner = call.asker?.user?.rawValue
        if owner == nil {
            owner = call.body["owner"]?.string
        } else if call.body["id"] != nil || call.body["owner"] != nil {
            throw Problem(.forbidden, "Only an API token chooses id and owner.")
        }
        if let owner { try await requireUser(owner, call) }
        let organization = Organization(
            id: call.body["id"]?.string ?? TokenFactory.identifier("org"), name: call.text("name"), createdAt: now)
        let member = owner.map { Member(organization: organization.id, user: $0, role: .owner, joinedAt: now) }
        let document = OrganizationDocument.json(organization)
        let receipt = try call.receipt(document, status: .created)
        switch try await call.backend.accounts.create(organization, owner: member, receipt: receipt) {
        case .created: break
        case .idTaken: throw Problem(.conflict, "That id is taken.")
        case .tooMany: throw tooMany
        }
        try await AccountService(backend: call.backend).renewReach(of: owner.map { [$0] } ?? [], in: organization.id)
        return .json(document, status: .created)
    }

    private static let show = APIOperation(
        id: "showOrganization", method: .get, path: "/api/organizations/{organization}", summary: "One organization.",
        tag: "organizations", access: .anyone, parameters: place, outcomes: [.ok(OrganizationDocument.shape)]
    ) { call in
        _ = try await role(of: call)
        guard let found = try await call.backend.accounts.organization(call.path("organization")) else {
            throw Problem.notFound
        }
        return .json(OrganizationDocument.json(found))
    }

    private static let rename = APIOperation(
        id: "renameOrganization", method: .patch, path: "/api/organizations/{organization}",
        summary: "Changes the name; for owners and admins.", tag: "organizations", access: .anyone, parameters: place,
        body: .object(.needed("name", OrganizationDocument.name)),
        outcomes: [.ok(OrganizationDocument.shape), forbidden]
    ) { call in
        guard try await role(of: call).mayManage(.member) else { throw notAllowed }
        let renamed = try await call.backend.accounts.rename(call.path("organization"), to: call.text("name"))
        guard let renamed else { throw Problem.notFound }
        return .json(OrganizationDocument.json(renamed))
    }

    private static let delete = APIOperation(
        id: "deleteOrganization", method: .delete, path: "/api/organizations/{organization}",
        summary: "Removes an organization with its memberships and credentials; for owners.", tag: "organizations",
        access: .anyone, parameters: place, outcomes: [.done, forbidden]
    ) { call in
        guard try await role(of: call) == .owner else { throw notAllowed }
        let (id, service) = (call.path("organization"), AccountService(backend: call.backend))
        guard try await call.backend.accounts.deleteOrganization(id, at: call.now) else { throw Problem.notFound }
        await service.settle(.organization(id))
        return Response(status: .noContent)
    }

    // MARK: - Members

    private static let members = APIOperation(
        id: "listMembers", method: .get, path: "/api/organizations/{organization}/members",
        summary: "The members, by user name.", tag: "organizations", access: .anyone, parameters: place,
        query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("members", of: OrganizationDocument.member))]
    ) { call in
        _ = try await role(of: call)
        let after = call.cursor.flatMap { PageCursor.text(of: $0) }
        let found = try await call.backend.accounts.members(
            of: call.path("organization"), after: after, atMost: call.limit)
        return .json(
            OrganizationDocument.page("members", found, limit: call.limit, cursor: { PageCursor.cursor(of: $0.user) }) {
                OrganizationDocument.json($0)
            })
    }

    private static let saveMember = APIOperation(
        id: "saveMember", method: .put, path: "/api/organizations/{organization}/members/{user}",
        summary: """
            Changes a member's role; admins manage all but owners. An API token also adds members outright, whom \
            others invite.
            """, tag: "organizations",
        access: .anyone, parameters: memberPlace, body: .object(.needed("role", OrganizationDocument.roles)),
        outcomes: [
            .ok(OrganizationDocument.member), forbidden,
            .problem(
                .conflict,
                "The last owner stays one; the user is no member yet, and to be invited; or has too many organizations."
            ),
        ]
    ) { call in
        let (organization, user) = (call.path("organization"), call.path("user"))
        let asker = try await role(of: call)
        guard let role = MemberRole(rawValue: call.text("role")) else { throw Problem.notFound }
        let before = try await call.backend.accounts.member(user, of: organization)
        guard asker.mayManage(role), before.map({ asker.mayManage($0.role) }) ?? true else { throw notAllowed }
        if before == nil {
            guard call.asker?.user == nil else {
                throw Problem(.conflict, "That user is no member: invite users who are to become one.")
            }
            try await requireUser(user, call)
        }
        let member = Member(organization: organization, user: user, role: role, joinedAt: before?.joinedAt ?? call.now)
        switch try await call.backend.accounts.save(member, adding: call.asker?.user == nil) {
        case .lastOwner: throw Problem(.conflict, "An organization keeps at least one owner.")
        case .tooMany: throw tooMany
        case .missing: throw Problem.notFound
        case .added, .changed, .removed:
            try await AccountService(backend: call.backend).renewReach(of: user)
            return .json(OrganizationDocument.json(member))
        }
    }

    private static let removeMember = APIOperation(
        id: "removeMember", method: .delete, path: "/api/organizations/{organization}/members/{user}",
        summary: "Removes a member, whose credentials for the organization end at once. Every member may leave.",
        tag: "organizations", access: .anyone, parameters: memberPlace, outcomes: [.done, forbidden, lastOwner]
    ) { call in
        let (organization, user) = (call.path("organization"), call.path("user"))
        let asker = try await role(of: call)
        guard let member = try await call.backend.accounts.member(user, of: organization) else {
            throw Problem.notFound
        }
        guard asker.mayManage(member.role) || call.asker?.user?.rawValue == user else { throw notAllowed }
        switch try await call.backend.accounts.removeMember(user, of: organization, at: call.now) {
        case .lastOwner: throw Problem(.conflict, "An organization keeps at least one owner.")
        case .missing: throw Problem.notFound
        case .removed, .added, .changed, .tooMany: break
        }
        await AccountService(backend: call.backend).settle(.user(user))
        return Response(status: .noContent)
    }

    // MARK: - Shared steps

    static let tooMany = Problem(
        .conflict,
        "A user owns \(AccountLimits.ownedOrganizations) organizations at most, and belongs to \(AccountLimits.memberships)."
    )
    static let notAllowed = Problem(.forbidden, "Your role in the organization does not allow it.")

    /// The asker's role: the holder of an API token acts as an owner. An organization of others counts as missing.
    static func role(of call: APICall) async throws -> MemberRole {
        guard let user = call.asker?.user?.rawValue else { return .owner }
        guard let member = try await call.backend.accounts.member(user, of: call.path("organization")) else {
            throw Problem.notFound
        }
        return member.role
    }

    private static func requireUser(_ name: String, _ call: APICall) async throws {
        let isThere = try await call.backend.onLoop { $0.directory.users[name] != nil }
        guard isThere else { throw Problem(.conflict, "There is no user of that name.") }
    }
}
