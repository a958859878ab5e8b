import CallModel
import CarillonRTC
import WireJSON

/// The report that the demo prints at the end of a story: timeline, tables and verifications.
struct DemoReport {
    let story: String
    private let timeline: Timeline
    private let figures: [DemoFigure]
    private let devices: [DemoDeviceEnd]
    private let callStory: CallStatusReport?
    let verifications: [Verification]
    /// The number of verifications of a complete story; with fewer, the story did not reach its end.
    private let verificationCount: Int

    init(_ stage: StoryRecorder, of type: any DemoStory.Type) {
        story = type.name
        verificationCount = type.verificationCount
        timeline = Timeline(stage.trace.records, names: stage.deviceNames)
        figures = stage.figures
        devices = stage.devices
        callStory = stage.callStory
        verifications = stage.verifications
    }

    var isGood: Bool { verifications.count == verificationCount && verifications.allSatisfy(\.passed) }

    var missingCount: Int { max(0, verificationCount - verifications.count) }

    func lines(on terminal: Terminal) -> [String] {
        var sections = [("Timeline", timeline.lines(on: terminal))]
        if !devices.isEmpty { sections.append(("Devices", deviceTable.lines(on: terminal))) }
        sections.append(("Figures", figureTable.lines(on: terminal)))
        sections.append(("Verified", verifications.map { line($0, terminal) }))
        return sections.flatMap { ["", terminal.paint($0.0, .bold)] + $0.1 }
    }

    private var deviceTable: TextTable {
        var table = TextTable(columns: [
            .init(heading: "device"), .init(heading: "ended"), .init(heading: "cause"),
            .init(heading: "SIP", alignsRight: true),
            .init(heading: "MOS", alignsRight: true), .init(heading: "jitter", alignsRight: true),
            .init(heading: "loss", alignsRight: true),
        ])
        let told = legEndings
        for device in devices {
            let words = device.ending.map(DemoReport.words) ?? told[device.device] ?? ["–", "–", "–"]
            table.add([device.device] + words + DemoReport.words(device.quality))
        }
        return table
    }

    /// Reason, cause and SIP code.
    private static func words(_ ending: Ending) -> [String] {
        [ending.reason.rawValue, "\(ending.cause.name) \(ending.cause.code)", ending.sipCode.map { "\($0)" } ?? "–"]
    }

    /// Opinion score, jitter and loss.
    private static func words(_ quality: CallQuality?) -> [String] {
        guard let quality else { return ["–", "–", "–"] }
        let score = quality.meanOpinionScore.map { "\(($0 * 100).rounded() / 100)" } ?? "–"
        let jitter = "\((quality.jitterMilliseconds * 10).rounded() / 10) ms"
        return [score, jitter, "\((quality.lossFraction * 1000).rounded() / 10) %"]
    }

    /// How each leg ended according to the exchange, for devices whose call object is gone.
    private var legEndings: [String: [String]] {
        var endings: [String: [String]] = [:]
        for leg in (callStory?.json["legs"]?.array ?? []).compactMap(\.object) {
            guard let device = leg["device"]?.string, let ending = leg["ending"]?.object else { continue }
            let code = ending["cause_code"]?.integer.map { " \($0)" } ?? ""
            endings[device] = [
                ending["reason"]?.string ?? "–", (ending["cause"]?.string ?? "–") + code,
                ending["sip_code"]?.integer.map { "\($0)" } ?? "–",
            ]
        }
        return endings
    }

    private var figureTable: TextTable {
        var table = TextTable(columns: [
            .init(heading: "from"), .init(heading: "to"), .init(heading: "took", alignsRight: true),
        ])
        for figure in figures { table.add([figure.cause, figure.outcome, figure.took.text]) }
        return table
    }

    private func line(_ verification: Verification, _ terminal: Terminal) -> String {
        let mark = verification.passed ? terminal.paint("✓", .green) : terminal.paint("✗", .red)
        let found = verification.found.isEmpty ? "" : terminal.paint("  \(verification.found)", .dim)
        return "  \(mark) \(verification.what)\(found)"
    }

    /// The report as JSON.
    var json: JSONValue {
        var milliseconds = JSONObject()
        for figure in figures { milliseconds[figure.key] = .number(figure.took.milliseconds) }
        return [
            "story": .string(story), "verified": .bool(isGood), "milliseconds": .object(milliseconds),
            "quality": .array(
                devices.map {
                    ["device": .string($0.device), "mos": $0.quality?.meanOpinionScore.map { .number($0) } ?? .null]
                }),
            "verifications": .array(
                verifications.map {
                    ["what": .string($0.what), "passed": .bool($0.passed), "found": .string($0.found)]
                }),
            "call": callStory.map { .object($0.json) } ?? .null,
        ]
    }
}

/// The verdict over all stories that ran.
struct DemoSummary {
    let reports: [DemoReport]

    var isGood: Bool { !reports.isEmpty && reports.allSatisfy(\.isGood) }

    func verdict(on terminal: Terminal) -> String {
        let count = reports.reduce(0) { $0 + $1.verifications.count }
        if isGood { return terminal.paint("All \(count) verified.", .green) }
        let failed = reports.reduce(0) { $0 + $1.verifications.count { !$0.passed } }
        let missing = reports.reduce(0) { $0 + $1.missingCount }
        let names = reports.filter { !$0.isGood }.map(\.story).joined(separator: ", ")
        return terminal.paint(
            "\(failed) of \(count) did not come true, and \(missing) more were due: see \(names) above.", .red)
    }

    var json: JSONValue { ["verified": .bool(isGood), "stories": .array(reports.map(\.json))] }
}

/// The answer of the exchange's status API about a call.
struct CallStatusReport {
    var json: JSONObject

    /// Whether the call has ended with four legs: the caller's and the winner's completed, the two others answered
    /// elsewhere.
    func isWhole(winner: String) -> Bool {
        let legs = (json["legs"]?.array ?? []).compactMap(\.object)
        let completed = legs.filter { $0["ending"]?.object?["reason"]?.string == "completed" }.compactMap {
            $0["device"]?.string
        }
        let elsewhere = legs.count { $0["ending"]?.object?["reason"]?.string == "answeredElsewhere" }
        return json["state"]?.string == "ended" && Set(completed) == [DemoUsers.caller.name, winner] && elsewhere == 2
    }

    var summary: String {
        let legs = (json["legs"]?.array ?? []).compactMap(\.object).map { leg in
            "\(leg["device"]?.string ?? "?"): \(leg["ending"]?.object?["reason"]?.string ?? leg["state"]?.string ?? "?")"
        }
        return
            "\(json["state"]?.string ?? "?"), version \(json["version"]?.integer ?? 0); \(legs.joined(separator: ", "))"
    }

    static func fetch(session: String, port: Int, token: String) async throws -> CallStatusReport {
        CallStatusReport(
            json: try await DemoAPIClient.ask("/api/voip/call-status/\(session)", port: port, token: token))
    }
}
