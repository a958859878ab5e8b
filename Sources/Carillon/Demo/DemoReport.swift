import CallModel
import CarillonRTC
import WireJSON

/// What the demo prints at its end: timeline, table, verdict.
struct DemoReport {
    var timeline: Timeline
    var figures: DemoFigures
    var verifications: [Verification]

    var isGood: Bool {
        verifications.count == DemoReport.verificationCount && verifications.allSatisfy(\.passed)
    }

    /// Fewer mean that the demo did not come to its end. The models an iPhone is made of are only built on Linux.
    #if os(Linux)
        private static let verificationCount = 38
    #else
        private static let verificationCount = 28
    #endif

    func lines(on terminal: Terminal) -> [String] {
        let sections = [
            ("Timeline", timeline.lines(on: terminal)), ("Devices", devices.lines(on: terminal)),
            ("Figures", figureTable.lines(on: terminal)), ("Verified", verifications.map { line($0, terminal) }),
        ]
        return sections.flatMap { ["", terminal.paint($0.0, .bold)] + $0.1 } + ["", verdict(terminal)]
    }

    private var devices: TextTable {
        var table = TextTable(columns: [
            .init(heading: "device"), .init(heading: "ended"), .init(heading: "cause"),
            .init(heading: "SIP", alignsRight: true),
            .init(heading: "MOS", alignsRight: true), .init(heading: "jitter", alignsRight: true),
            .init(heading: "loss", alignsRight: true),
        ])
        let told = legEndings
        for (device, ending) in figures.endings {
            let quality = figures.quality.first { $0.device == device }?.quality
            let words = ending.map(DemoReport.words) ?? told[device] ?? ["–", "–", "–"]
            table.add([device] + words + DemoReport.words(quality))
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

    /// How each leg ended by the exchange's own account, for devices whose call object is gone.
    private var legEndings: [String: [String]] {
        var endings: [String: [String]] = [:]
        for leg in (figures.story?.json["legs"]?.array ?? []).compactMap(\.object) {
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
        table.add(["alice dials", "all three devices ring", figures.allRinging.text])
        table.add(["two devices answer", "the others have stopped ringing", figures.othersDismissed.text])
        table.add(["two devices answer", "active, with ICE and DTLS done", figures.answered.text])
        table.add(["alice dials", "\(figures.winner) hears her", figures.firstAudio.text])
        table.add(["the socket is cut", "re-attached", figures.reattached.text])
        table.add(["the dashboard comes back", "it knows all it missed", figures.replayed.text])
        #if os(Linux)
            table.add(["alice dials carol", "Apple's stand-in has the push", figures.pushed.text])
            table.add(["alice dials carol", "her locked phone rings", figures.rangLocked.text])
            table.add(["carol answers on the lock screen", "active at both ends", figures.answeredLocked.text])
        #endif
        return table
    }

    private func line(_ verification: Verification, _ terminal: Terminal) -> String {
        let mark = verification.passed ? terminal.paint("✓", .green) : terminal.paint("✗", .red)
        let found = verification.found.isEmpty ? "" : terminal.paint("  \(verification.found)", .dim)
        return "  \(mark) \(verification.what)\(found)"
    }

    private func verdict(_ terminal: Terminal) -> String {
        let failed = verifications.count { !$0.passed }
        return isGood
            ? terminal.paint("All \(verifications.count) verified.", .green)
            : terminal.paint(
                "\(failed) of \(verifications.count) did not come true; \(DemoReport.verificationCount) were due.", .red
            )
    }
}
