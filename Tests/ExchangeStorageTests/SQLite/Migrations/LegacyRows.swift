import Accounts
import CallModel
import ExchangeCore
import ExchangeStorage
import Redaction
import RingCore
import Testing

/// Rows as some version wrote them, and where the version of today finds them.
///
/// Written down as they were, never made by the code of today: that is what would change unnoticed.
struct LegacyRows: Sendable {
    /// The step of the schema that made room for them.
    let since: String
    /// The step that put them elsewhere; nil: they are written like that still.
    var until: String?
    /// SQL.
    let rows: String
    let check: @Sendable (ExchangeDatabase) async throws -> Void

    static let all = calls + rings + accounts + messages + recordings

    private static let call = "018f0000-0000-7000-8000-000000000001"
    static let ring = "00000000-0000-0007-0000-000000000001"
    static let ringID = CallSessionID(UUIDValue(high: 7, low: 1))

    private static let keptCall = """
        {"session":"\(ring)","version":7,"organization":"main","caller_name":"A","caller_number":"+1","dialled":"+2",\
        "users_of_number":["bob"],"legs":[\
        {"leg":"\(ring)","call_id":"c","sessid":"a","user":"alice","device":"phone","capabilities":5,\
        "takes_candidates":true,"description":"v=0","is_held":false},\
        {"leg":"\(call)","call_id":"d","sessid":"b","user":"bob","device":"desk","capabilities":16,\
        "takes_candidates":false,"description":"v=0","is_held":true},\
        {"leg":"028f0000-0000-7000-8000-000000000001","call_id":"e","sessid":"c","user":"bob","device":"tablet",\
        "capabilities":0,"takes_candidates":false,"is_held":false,"reason":"answeredElsewhere","cause":805}],\
        "winner":1,"epoch":1,"created_at":1000,"rang_at":2000,"answered_at":3000}
        """

    private static let calls = [
        LegacyRows(
            since: "journal",
            rows: """
                INSERT INTO journal (session, version, at, change, leg, user, device, callee, dialled) VALUES
                    ('\(call)', 1, 1000, 'created', '\(call)', 'alice', 'phone', 'bob', '1002');
                INSERT INTO journal (session, version, at, change, reason, cause) VALUES
                    ('\(call)', 2, 2000, 'ended', 'completed', 16);
                INSERT INTO ended_call (session, at) VALUES ('\(call)', 2000);
                """
        ) { database in
            for user in ["alice", "bob"] {
                let found = try database.calls(of: user, before: nil, atMost: 9)
                #expect(found.map(\.session.description) == [call] && found.first?.createdAt == 1_000, "\(user)")
            }
        },
        LegacyRows(
            since: "organizations of calls",
            rows: """
                INSERT INTO journal (session, version, at, change, leg, user, device, callee, dialled, organization)
                VALUES ('028f0000-0000-7000-8000-000000000001', 1, 1000, 'created',
                    '028f0000-0000-7000-8000-000000000001', 'carol', 'phone', 'erin', '1002', 'acme');
                """
        ) { database in
            let found = try database.calls(of: "carol", before: nil, atMost: 9)
            #expect(found.first?.organization == "acme")
        },
        LegacyRows(
            since: "users",
            rows: """
                INSERT INTO user (name, display_name, password) VALUES ('dave', 'Dave', 'hash');
                INSERT INTO number VALUES ('1004', 'dave', 0);
                INSERT INTO device VALUES ('dave-phone', 'dave', 'phone', 'hash');
                """
        ) { database in
            let dave = try #require(try database.users().first { $0.name == "dave" })
            #expect(dave.numbers.map(\.revealed) == ["1004"] && dave.devices.map(\.login) == ["dave-phone"])
            #expect(dave.displayName?.revealed == "Dave" && !dave.hasVoicemail && dave.picture == nil)
        },
        LegacyRows(
            since: "pictures of users",
            rows: "INSERT INTO user (name, picture) VALUES ('heidi', 'https://example.org/heidi.jpg')"
        ) { database in
            let heidi = try #require(try database.users().first { $0.name == "heidi" })
            #expect(heidi.picture == "https://example.org/heidi.jpg")
        },
        LegacyRows(since: "called numbers", rows: "INSERT INTO called_number VALUES ('2000', 0, '{}')") { database in
            let numbers = try database.numbers()
            #expect(numbers.map(\.number.revealed) == ["2000"] && numbers.first?.document.revealed == "{}")
        },
        LegacyRows(
            since: "revoked devices",
            rows: "INSERT INTO device_revocation VALUES ('dev-9', 'alice', 'tokenReused', 6)"
        ) { database in
            let revocation = DeviceRevocation(device: "dev-9", user: "alice", reason: .tokenReused, at: 6)
            let unsettled = try await SQLiteAccountStore(database).unsettledRevocations()
            #expect(unsettled == [revocation])
        },
        LegacyRows(
            since: "ended memberships", rows: "INSERT INTO membership_end VALUES ('acme', 'alice', 6)"
        ) { database in
            let unsettled = try await SQLiteAccountStore(database).unsettledMembershipEnds()
            #expect(unsettled == [MembershipEnd(organization: "acme", user: "alice", at: 6)])
        },
        LegacyRows(
            since: "configured logins", rows: "INSERT INTO configured_login VALUES ('frank', x'0102')"
        ) { database in
            let withdrawn = try await SQLiteAccountStore(database).adopt(ConfiguredLogins(["frank": []]), at: 6)
            #expect(withdrawn == ["frank"])
        },
        LegacyRows(since: "deleted users", rows: "INSERT INTO deleted_user (name) VALUES ('alice')") { database in
            let isKept = try database.keepsCalls(ofDeletedUser: "alice")
            #expect(isKept)
        },
        LegacyRows(
            since: "users who left the file", rows: "INSERT INTO deleted_user (name, left_file) VALUES ('grace', TRUE)"
        ) { database in
            let message = StoredMessage(
                id: "late", mailbox: "grace", session: "late", callerName: nil, callerNumber: nil, at: 1,
                milliseconds: 1)
            let mailbox = try database.keep(message, sound: [1])
            #expect(mailbox == MailboxLimits.ownMailbox)
        },
        LegacyRows(
            since: "kept calls", rows: "INSERT INTO kept_call VALUES ('\(ring)', CAST('\(keptCall)' AS BLOB))"
        ) { database in
            struct NoSeal: Sealing {
                func fingerprint(of bytes: [UInt8]) -> [UInt8] { bytes }
                func seal(_ bytes: [UInt8]) -> [UInt8] { bytes }
                func open(_ bytes: [UInt8]) -> [UInt8]? { bytes }
            }
            let clock = WallClock(originMicroseconds: 1_000)
            let found = try #require(try database.loadKeptCalls(clock: clock, sealing: NoSeal()).first)
            #expect(found.session == ringID && found.version == 7 && found.winner == 1 && found.epoch == 1)
            #expect(found.usersOfNumber == [UserID("bob")] && found.answeredAt == .microseconds(2_000))
            #expect(found.legs.map(\.device.id.rawValue) == ["a", "b", "c"] && found.legs[1].isHeld)
            #expect(found.legs[1].description?.revealed == "v=0" && found.legs[2].ending?.cause.code == 805)
        },
        LegacyRows(since: "sealed", rows: "INSERT INTO sealed VALUES ('key', x'0102')") { database in
            let bytes = try database.sealed("key")
            #expect(bytes == [1, 2])
        },
    ]

    private static let accounts = [
        LegacyRows(
            since: "accounts",
            rows: """
                INSERT INTO organization VALUES ('acme', 'Acme', 1, 1);
                INSERT INTO member VALUES ('acme', 'alice', 'owner', 1);
                INSERT INTO account_device (id, user, installation, name, platform, organization,
                    organization_version, created_at, last_used_at)
                VALUES ('dev-1', 'alice', 'installation', 'Phone', 'ios', 'acme', 1, 1, 1);
                INSERT INTO push_token (token, device, kind, environment, topic, registered_at)
                VALUES ('token', 'dev-1', 'apns_voip', 'production', 'app.voip', 1);
                INSERT INTO sip_credential VALUES ('cred-1', 'dev-1', 'alice', 'acme', 'hash', 1, 9000, NULL);
                INSERT INTO bearer_session VALUES
                    ('ses-1', 'alice', 'dev-1', 1, 1, x'01', 9000, x'02', 9000, NULL, NULL, 1, NULL, NULL);
                INSERT INTO audit (at, actor, action, subject) VALUES (1, 'alice', 'signed in', 'dev-1');
                INSERT INTO idempotent_request VALUES ('alice', 'key', x'01', 201, x'07', 1);
                """
        ) { database in
            let store = SQLiteAccountStore(database)
            #expect(try await store.organizations(of: "alice", after: nil, atMost: 9).map(\.id) == ["acme"])
            let device = try #require(try await store.devices(of: "alice").first)
            #expect(device.id == "dev-1" && device.name.revealed == "Phone" && device.organization == "acme")
            #expect(try await store.pushTokens(ofUser: "alice").map(\.token.revealed) == ["token"])
            #expect(try await store.credentials(ofDevice: "dev-1", at: 2).map(\.login) == ["cred-1"])
            #expect(try await store.session(access: [1], at: 2)?.id == "ses-1")
            #expect(try await store.audit(by: nil, before: nil, atMost: 9).map(\.action) == ["signed in"])
            let again = try await store.beginRequest("key", of: "alice", fingerprint: [1], at: 2, staleBefore: 0)
            #expect(again == .answered(status: 201, reply: [7]))
        },
        LegacyRows(
            since: "invitations",
            rows: "INSERT INTO invitation VALUES ('acme', 'erin', 'member', 'alice', 1, 9000)"
        ) { database in
            let found = try await SQLiteAccountStore(database).invitation(of: "erin", to: "acme", at: 2)
            #expect(found?.inviter == "alice")
        },
        LegacyRows(
            since: "carrier credentials",
            rows: """
                INSERT INTO carrier_credential VALUES ('name', 'alice', 'dev-1', 'acme', 'live', 'remote', 'gencred1',
                    1, 9000, NULL, NULL, 0, NULL, 0, 0, 0);
                """
        ) { database in
            let found = try await SQLiteAccountStore(database).carrierCredentials(ofUser: "alice")
            #expect(found.map(\.name) == ["name"])
        },
        LegacyRows(
            since: "push keys",
            rows: """
                INSERT INTO account_device (id, user, installation, name, platform, organization_version, created_at,
                    last_used_at) VALUES ('dev-2', 'bob', 'installation', 'Phone', 'ios', 1, 1, 1);
                INSERT INTO push_key VALUES ('dev-2', x'0102');
                """
        ) { database in
            let found = try await SQLiteAccountStore(database).pushKeys(ofUser: "bob")
            #expect(found.map(\.device) == ["dev-2"] && found.first?.bytes.revealed.count == 2)
        },
        LegacyRows(since: "spent nonces", rows: "INSERT INTO apple_spent_nonce VALUES (x'01', 9000)") { database in
            let isNew = try await SQLiteAccountStore(database).spend(UsedNonce(digest: [1], expiresAt: 9_000))
            #expect(!isNew)
        },
    ]
}
