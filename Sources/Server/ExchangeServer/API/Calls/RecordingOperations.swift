internal import Accounts
internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import HTTPTypes
internal import Hummingbird
internal import WireJSON

/// Recorded conversations. Their sound stays at the carrier and is streamed from there.
enum RecordingOperations {
    static let all = [list, play, delete, audit]

    private static let place = [
        APIParameter(name: "recording", shape: .text(.identifier), text: "The recording's id.")
    ]

    private static let shape = Shape.named(
        "RecordedConversation",
        .object(
            .needed("id", .text(.any(1...64))), .needed("call_session_id", .text(.any(36...36))),
            .needed("organization_id", .text(.any(1...256))), .optional("user", .text(.any(1...128))),
            .needed("recorded_at", .text(.moment)), .optional("milliseconds", .integer(0...Int64.max))))

    private static let list = APIOperation(
        id: "listRecordings", method: .get, path: "/api/recordings",
        summary: """
            Conversations of the public network that were recorded, the latest first: the user's own, and all of the \
            organizations the user manages; with an API token those of all users.
            """, tag: "calls",
        access: .anyone, query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("recordings", of: shape))]
    ) { call in
        let (before, limit, listener) = (call.cursor, call.limit, try await listener(call))
        let found = try await call.backend.inConversations {
            try $0.conversations(for: listener, before: before, atMost: limit)
        }
        return .json(OrganizationDocument.page("recordings", found, limit: limit, cursor: \.id, json))
    }

    private static func json(_ conversation: StoredConversation) -> JSONValue {
        var object: JSONObject = [
            "id": .string(conversation.id), "call_session_id": .string(conversation.session),
            "organization_id": .string(conversation.organization),
            "recorded_at": .string(Timestamp.text(microseconds: conversation.at)),
        ]
        object["milliseconds"] = conversation.milliseconds.map { .integer(Int64($0)) }
        object["user"] = conversation.user.map { .string($0) }
        return .object(object)
    }

    /// The most bytes of a recording: a call ends after four hours at the latest, and two channels of sixteen bits at 8
    /// kHz take 461 MB of that. The carrier records at no higher sampling rate.
    private static let soundBytesMax = 512 << 20

    private static let play = APIOperation(
        id: "playRecording", method: .get, path: "/api/recordings/{recording}/sound",
        summary: """
            A recorded conversation's sound, as the carrier gives it; for users who spoke in it, for owners and admins \
            of the organization, and for API tokens. The audit tells who heard it.
            """, tag: "calls", access: .anyone, parameters: place,
        outcomes: [
            sound(.ok, "The sound."), sound(.partialContent, "The part that was asked for."),
            .problem(.rangeNotSatisfiable, "The sound has no such part."),
            .problem(.badGateway, "The carrier's file is not of a known kind of sound."),
            .problem(.serviceUnavailable, "The carrier does not give it now, or too many are listening."),
        ], takesRange: true
    ) { call in
        let (id, listener) = (call.path("recording"), try await listener(call))
        let source = try await call.backend.inConversations { try $0.sound(ofConversation: id, for: listener) }
        guard let source else { throw Problem.notFound }
        guard let archive = call.backend.rings.archive, let slot = call.backend.rings.playbackSlots.acquire() else {
            throw notNow("No carrier is configured, or too many are listening; try again in a moment.")
        }
        let stream = try await open(source, call.range, archive)
        if let asker = call.asker, call.backend.rings.playbackSlots.begins(id, by: asker.key, at: call.now) {
            try await AccountService(backend: call.backend).note(
                "recording heard", of: id, by: asker.key, isOfUser: asker.user != nil)
            let now = call.now
            try await call.backend.inConversations { try $0.notePlayback(ofConversation: id, by: asker.key, at: now) }
        }
        return response(stream, slot)
    }

    private static func sound(_ status: HTTPResponse.Status, _ text: String) -> APIAnswer {
        APIAnswer(
            status: status, text: text, shape: .text(.any(0...soundBytesMax)),
            mediaType: RecordingStream.Format.mp3.rawValue, otherMediaTypes: [RecordingStream.Format.wav.rawValue])
    }

    private static func open(
        _ source: RecordingSource, _ part: ByteRange?, _ archive: any RecordingArchive
    ) async throws(Problem) -> RecordingStream {
        do throws(RecordingError) {
            return try await archive.open(source, part: part, atMost: soundBytesMax)
        } catch {
            switch error {
            case .missing: throw Problem(.notFound, "The carrier has it no longer, or not yet.")
            case .noSuchPart: throw Problem(.rangeNotSatisfiable, "The sound has no such part.")
            case .noSound, .tooLarge:
                throw Problem(.badGateway, "The carrier's file is not of a kind of sound that is known here.")
            case .unavailable, .ambiguous: throw notNow("The carrier does not give it now; try again in a moment.")
            }
        }
    }

    private static func notNow(_ text: String) -> Problem {
        var problem = Problem(.serviceUnavailable, text)
        problem.headers[.retryAfter] = "5"
        return problem
    }

    /// - Parameter slot: held until everything is sent.
    private static func response(_ stream: RecordingStream, _ slot: PlaybackSlots.Slot) -> Response {
        var headers: HTTPFields = [
            .contentType: stream.format.rawValue, .cacheControl: "no-store", .acceptRanges: "bytes",
        ]
        headers[.contentRange] = stream.part
        let body = ResponseBody(contentLength: stream.count) { writer in
            defer { withExtendedLifetime(slot) {} }
            try await stream.pass(to: { try await writer.write($0) })
            try await writer.finish(nil)
        }
        return Response(status: stream.part == nil ? .ok : .partialContent, headers: headers, body: body)
    }

    private static let delete = APIOperation(
        id: "deleteRecording", method: .delete, path: "/api/recordings/{recording}",
        summary: "Deletes a recorded conversation, here and at the carrier.", tag: "calls", access: .operatorOnly,
        parameters: place, outcomes: [.done]
    ) { call in
        let (id, actor, now) = (call.path("recording"), call.asker?.key ?? "", call.now)
        let isDeleted = try await call.backend.inConversations { try $0.deleteConversation(id, by: actor, at: now) }
        guard isDeleted else { throw Problem.notFound }
        call.backend.rings.recordings.wake()
        return Response(status: .noContent)
    }

    private static let auditShape = Shape.object(
        .needed("id", .integer(1...Int64.max)), .needed("at", .text(.moment)),
        .needed("organization_id", .text(.any(1...256))), .needed("call_session_id", .text(.any(36...36))),
        .optional("recording", .text(.any(1...64))), .needed("actor", .text(.any(1...200))),
        .needed("action", .choice(RecordingAction.texts)))

    private static let audit = APIOperation(
        id: "listRecordingAudit", method: .get, path: "/api/recording-audit",
        summary: """
            The steps of recording conversations, the latest first: by which right one was ordered, when it was \
            announced, begun, paused, resumed and saved, and who heard or deleted it; in the organizations the user \
            manages, everywhere for an API token. Kept for \(HistoryCleanup.auditDays) days.
            """, tag: "calls",
        access: .anyone, query: OrganizationDocument.pageQuery,
        outcomes: [.ok(OrganizationDocument.page("entries", of: auditShape))]
    ) { call in
        let (limit, listener) = (call.limit, try await listener(call))
        let before = call.cursor.flatMap { Int64($0) }
        let found = try await call.backend.inConversations {
            try $0.recordingAudit(for: listener, before: before, atMost: limit)
        }
        return .json(
            OrganizationDocument.page("entries", found, limit: limit, cursor: { "\($0.id)" }) { json($0) })
    }

    private static func json(_ entry: RecordingAuditEntry) -> JSONValue {
        var object: JSONObject = [
            "id": .integer(entry.id), "at": .string(Timestamp.text(microseconds: entry.at)),
            "organization_id": .string(entry.organization), "call_session_id": .string(entry.session),
            "actor": .string(entry.actor), "action": .string(entry.action),
        ]
        object["recording"] = entry.conversation.map { .string($0) }
        return .object(object)
    }

    /// The conversations that the asker may hear; nil: all of them, for an API token.
    private static func listener(_ call: APICall) async throws -> RecordingAccess? {
        guard let user = call.asker?.user else { return nil }
        let members = try await call.backend.accounts.memberships(
            of: user.rawValue, atMost: AccountDocument.membershipsMax)
        let configured = try await call.backend.onLoop { $0.directory.organizations(of: user) }
        let foreign = try await call.backend.rings.reach.foreignOrganizations(of: user.rawValue)
        return RecordingAccess(
            user: user.rawValue, joined: configured + foreign + members.map(\.organization),
            managed: members.filter { $0.role.mayManage(.member) }.map(\.organization))
    }
}
