internal import ExchangeStorage
internal import HTTPTypes
internal import Redaction
internal import RingCore
internal import WireJSON

/// A called number as JSON: the keys of the configuration file, with underscores.
enum NumberDocument {
    private static let seconds: ClosedRange<Int64> = 5...120
    private static let usersMax = 100

    /// Source: ITU-T E.164.
    private static let outsideForm = TextSchema(
        length: 8...16, pattern: "^\\+[1-9][0-9]{6,14}$", allows: { $0 == "+" || ("0"..."9").contains($0) })

    static let numberForm = TextSchema(
        length: 1...64, pattern: "^[+*#0-9A-Za-z._-]+$",
        allows: { scalar in
            switch scalar {
            case "A"..."Z", "a"..."z", "0"..."9", "+", "*", "#", ".", "_", "-": true
            default: false
            }
        })

    private static let users = Shape.list(.text(.name), atMost: usersMax)
    private static let forwards = Shape.list(.text(outsideForm), atMost: CalledNumber.outsideMax)

    private static let stage = Shape.named(
        "NumberStage",
        .object(
            .optional("users", users), .optional("forward_to", forwards),
            .optional("seconds", .integer(1...seconds.upperBound))))

    private static let fields: [Shape.Field] = [
        .optional("users", users), .optional("forward_to", forwards),
        .optional("stages", .list(stage, atLeast: 1, atMost: CalledNumber.Stage.countMax)),
        .optional("organization", .text(.identifier)), .optional("ring_seconds", .integer(seconds)),
        .optional("voicemail", .boolean), .optional("busy", .choice(["call-waiting", "skip"])),
        .optional("record_conversations", .boolean),
        .optional("consent", .choice(["none", "given", "announcement"])), .optional("caller_id", .boolean),
    ]

    static let changeShape = Shape.named("NumberChange", .object(Shape.ObjectShape(fields: fields)))

    static let newShape = Shape.named(
        "NewNumber",
        .object(
            Shape.ObjectShape(
                fields: [.needed("number", .text(numberForm)), .needed("carrier", .choice(["gateway", "telnyx"]))]
                    + fields)))

    static let callerIDsShape = Shape.named(
        "CallerIDs",
        .object(
            .needed("organization_id", .text(.any(1...128))),
            .needed("numbers", .list(.text(.any(1...64)), atMost: 1_000_000))))

    static let shape = Shape.named(
        "Number",
        .object(
            Shape.ObjectShape(
                fields: [
                    .needed("number", .text(.any(1...64))), .needed("carrier", .choice(["gateway", "telnyx"])),
                    .needed("origin", .choice(["configuration", "api"])),
                    .needed("organization", .text(.any(1...128))), .needed("ring_seconds", .integer(seconds)),
                    .needed("voicemail", .boolean), .needed("busy", .choice(["call-waiting", "skip"])),
                    .needed("record_conversations", .boolean),
                    .needed("consent", .choice(["none", "given", "announcement"])),
                    .needed("caller_id", .boolean),
                    .needed("stages", .list(.anyObject, atMost: CalledNumber.Stage.countMax)),
                ])))

    static func json(_ entry: NumberDirectory.Entry) -> JSONValue {
        let number = entry.number
        return [
            "number": .string(number.number.revealed), "carrier": .string(entry.isOfCarrier ? "telnyx" : "gateway"),
            "origin": .string(entry.origin == .api ? "api" : "configuration"),
            "organization": .string(number.organization),
            "ring_seconds": .integer(number.policy.ringTime.components.seconds),
            "voicemail": .bool(number.policy.hasVoicemail),
            "busy": .string(number.policy.busy == .skip ? "skip" : "call-waiting"),
            "record_conversations": .bool(number.policy.recordsConversations), "consent": .string(word(number.consent)),
            "caller_id": .bool(number.isCallerID),
            "stages": .array(
                number.stages.enumerated().map { index, stage in
                    var object: JSONObject = [
                        "users": .array(stage.users.map { .string($0) }),
                        "forward_to": .array(stage.outside.map { .string($0.revealed) }),
                    ]
                    let times = number.policy.stageTimes ?? []
                    if index < number.stages.count - 1 {
                        let time = index < times.count ? times[index] : number.policy.stageTime
                        object["seconds"] = .integer(time.components.seconds)
                    }
                    return .object(object)
                }),
        ]
    }

    private static func word(_ consent: RecordingConsent) -> String {
        switch consent {
        case .none: "none"
        case .given: "given"
        case .byAnnouncement: "announcement"
        }
    }

    // MARK: - Reading

    /// Reads a number by the rules of the configuration file.
    ///
    /// - Throws: `Problem` that names the invalid value.
    static func number(
        _ text: String, isOfCarrier: Bool, from object: JSONObject
    ) throws(Problem) -> CalledNumber {
        // The file's reader is used, so that file and API accept the same numbers.
        var yaml: JSONObject = ["number": .string(text)]
        for member in object.members where member.key != "number" && member.key != "carrier" {
            yaml[member.key.replacing("_", with: "-")] = member.key == "stages" ? stages(member.value) : member.value
        }
        do throws(ExchangeServerError) {
            return try ConfigurationFile.number(ofJSON: yaml.jsonText, reachesOutside: isOfCarrier)
        } catch {
            throw Problem(.unprocessableContent, "The number's \(error.context).")
        }
    }

    private static func stages(_ value: JSONValue) -> JSONValue {
        .array(
            (value.array ?? []).map { stage in
                var yaml: JSONObject = [:]
                for member in stage.object?.members ?? [] { yaml[member.key.replacing("_", with: "-")] = member.value }
                return .object(yaml)
            })
    }
}
