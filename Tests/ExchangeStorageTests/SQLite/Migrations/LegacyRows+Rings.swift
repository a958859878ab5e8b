import CallModel
import ExchangeStorage
import Redaction
import RingCore
import Testing

extension LegacyRows {
    /// A call that u's device d1 had, when it was over.
    private static let body = """
        {"id": "\(ring)", "organization": "o", "openedAt": [92157184, 12198239289166790656],
        "deadline": [92157186, 5304751141747687424], "phase": {"ended": {"_0": "completedByCaller"}},
        "policy": {"ringTime": [1, 11553255926290448384], "stageTime": [0, 10000000000000000000],
            "busy": "callWaiting", "hasVoicemail": true, "rescue": "untilGreetingEnds", "afterWinnerLost": "voicemail",
            "recordsConversations": false, "organizationLeft": "continues"},
        "epoch": 0, "version": 4, "revision": 5,
        "parent": {"carrierID": "parent-1", "stage": 3, "answerAttempts": 1, "isPlaying": false,
            "isHandedOver": false, "looks": 0, "isHeld": false},
        "devices": [{"device": "d1", "user": "u", "reach": 0, "hasPush": false, "stage": 0, "hasChannel": false,
            "isBegun": true, "isPushed": false, "isAwaited": false, "legs": 1, "reason": "answered"}],
        "legs": [], "winner": "d1", "stage": 0, "recording": 0, "pending": [], "hasCarrierObeyed": true,
        "hasCarrierFailed": false}
        """

    static let rings = [
        LegacyRows(
            since: "rings", until: "history of rings",
            rows: """
                INSERT INTO ring_session (session, parent, revision, due, is_closed, body)
                VALUES ('\(ring)', 'parent-1', 5, NULL, 1, CAST('\(body)' AS BLOB));
                INSERT INTO ring_leg VALUES ('parent-1', '\(ring)');
                """, check: findsRing),
        LegacyRows(
            since: "history of rings",
            rows: """
                INSERT INTO ring_session (session, parent, revision, due, is_closed, body)
                VALUES ('\(ring)', 'parent-1', 5, NULL, 1, CAST('\(body)' AS BLOB));
                INSERT INTO ring_leg VALUES ('parent-1', '\(ring)');
                INSERT INTO ring_user VALUES ('u', '\(ring)');
                """, check: findsRing),
        LegacyRows(
            since: "ring delivery",
            rows: "INSERT INTO ring_caller (session, number, name, dialled) VALUES ('\(ring)', '+1', 'Al', '+2')"
        ) { database in
            let caller = try database.caller(of: ringID)
            #expect(caller?.number?.revealed == "+1")
        },
        LegacyRows(
            since: "parked news",
            rows: "INSERT INTO ring_parked (carrier_leg, at, body) VALUES ('stranger', 1, x'')"
        ) { database in
            let legs = try database.parkedLegs()
            #expect(legs == [CarrierLegID("stranger")])
        },
    ]

    private static func findsRing(_ database: ExchangeDatabase) throws {
        let found = try database.rings(of: "u", before: nil, atMost: 9)
        #expect(found.map(\.session.id) == [ringID])
        #expect(found.first?.session.winner == DeviceID("d1") && found.first?.users == [UserID("u")])
        #expect(try database.session(ringID)?.isClosed == true)
    }

    private static let discardingID = CallSessionID(UUIDValue(high: 7, low: 9))

    static let messages = [
        LegacyRows(
            since: "voicemail",
            rows: """
                INSERT INTO voicemail
                    (id, mailbox, session, caller_name, caller_number, at, milliseconds, heard_at, recording, sound)
                VALUES ('message', 'alice', 'a call', 'Al', '+1', 1, 4200, NULL, NULL, x'0102');
                """
        ) { database in
            let (found, sound) = (try database.messages(of: "alice"), try database.sound(of: "message", in: "alice"))
            #expect(found.map(\.id) == ["message"] && sound == [1, 2])
            #expect(try database.unheardMessages(before: .at(.seconds(1))) > 0, "it expires by its own time")
        },
        LegacyRows(
            since: "ring delivery", until: "one mailbox",
            rows: """
                INSERT INTO ring_message (user, recording, session, length, left_at)
                VALUES ('frank', 'call/2024-01-01T10:00:00Z', 'another call', 4200000, 1);
                """
        ) { database in
            let message = try #require(try database.messages(of: "frank").first)
            #expect(message.milliseconds == 4_200 && message.sound == .awaited && message.heardAt == nil)
            let errands = try database.recordingJobs(at: .seconds(1), deletingBy: .at(.seconds(1)), atMost: 9)
            #expect(errands.map(\.source.call) == ["call"] && errands.first?.task == .fetch)
        },
        LegacyRows(
            since: "unheard ends", rows: "INSERT INTO unheard_end (session, cause) VALUES ('a lost call', 'deleted')"
        ) { database in
            let ends = try database.unheardEnds(atMost: 9)
            #expect(ends.map(\.session) == ["a lost call"])
        },
        LegacyRows(
            since: "journal", until: "awaited messages",
            rows: """
                INSERT INTO live_call VALUES ('\(attended)');
                INSERT INTO journal (session, version, at, change, leg, user, device, callee) VALUES
                    ('\(attended)', 1, 1000, 'created', '\(attended)', 'judy', 'phone', 'kim'),
                    ('\(attended)', 2, 2000, 'legPlanned', '\(attendant)', 'voicemail', 'attendant', NULL),
                    ('\(attended)', 3, 3000, 'claimed', '\(attendant)', NULL, NULL, NULL);
                """
        ) { database in
            let lost = try database.closeUnfinished(at: 4_000, except: [])
            #expect(lost.map(\.session.description) == [attended])
            try alarms(attended, in: database)
        },
        LegacyRows(since: "awaited messages", rows: "INSERT INTO awaited_message VALUES ('an ended call')") {
            database in
            _ = try database.closeUnfinished(at: 4_000, except: [])
            try alarms("an ended call", in: database)
        },
    ]

    private static let attended = "038f0000-0000-7000-8000-000000000001"
    private static let attendant = "048f0000-0000-7000-8000-000000000001"

    private static func alarms(_ session: String, in database: ExchangeDatabase) throws {
        let ends = try database.unheardEnds(atMost: 9)
        #expect(ends.last?.session == session && ends.last?.cause == .messageFailed)
    }

    static let recordings = [
        LegacyRows(
            since: "rings", until: "grace of recordings",
            rows: """
                INSERT INTO ring_record (session, position, body)
                VALUES ('\(discardingID)', 0, CAST('{"discarded":{"_0":"r"}}' AS BLOB));
                """
        ) { database in
            let found = try database.records(of: discardingID)
            #expect(found == [.discarded(RecordingID("r"), because: .unknown)])
        },
        LegacyRows(
            since: "recorded conversations", until: "users of conversations",
            rows: "INSERT INTO conversation VALUES ('conversation', 'recording', '\(ring)', 'o', 1, 9000)",
            check: findsConversation),
        LegacyRows(
            since: "users of conversations",
            rows: """
                INSERT INTO conversation (id, recording, session, organization, at, milliseconds, user)
                VALUES ('conversation', 'recording', '\(ring)', 'o', 1, 9000, 'u')
                """,
            check: findsConversation),
        LegacyRows(
            since: "audit of recordings",
            rows: """
                INSERT INTO recording_audit (at, organization, session, conversation, actor, action)
                VALUES (1, 'o', '\(ring)', 'conversation', 'u', 'heard');
                """
        ) { database in
            let audit = try database.recordingAudit(for: nil, before: nil, atMost: 9)
            #expect(audit.map(\.action) == ["heard"])
        },
    ]

    private static func findsConversation(_ database: ExchangeDatabase) throws {
        let found = try database.conversations(for: nil, before: nil, atMost: 9)
        #expect(found.map(\.id) == ["conversation"] && found.first?.user == "u")
    }
}
