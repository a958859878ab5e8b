internal import DeviceModel
internal import Foundation
internal import Yams

/// Reads scenario files.
///
/// ```yaml
/// scenario: a call is answered on a locked phone
/// device: {lock: locked}
/// calls:
///   anna: {number: "+15550100", name: Anna}
/// steps:
///   - {at: 0 s, call: anna}
///   - {at: 100 ms, push: anna}
///   - {at: 2 s, answer: anna}
/// expect:
///   - {at: 3 s, connected: anna, sound: both ways}
/// ```
public enum ScenarioReader {
    /// Reads the file at a path.
    ///
    /// - Throws: `ScenarioError` with file and line.
    public static func read(path: String) throws(ScenarioError) -> Scenario {
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw ScenarioError(.unreadable, "\(path): cannot be read; is it there, and yours to read?")
        }
        guard data.count <= ScenarioLimits.bytesMax else {
            throw ScenarioError(.tooMuch, "\(path): has more than \(ScenarioLimits.bytesMax) bytes")
        }
        guard let text = String(data: data, encoding: .utf8) else {
            throw ScenarioError(.syntax, "\(path): is not UTF-8 text")
        }
        return try parse(text, file: path)
    }

    /// Reads the text of a file; `file` is its name in errors.
    public static func parse(_ text: String, file: String) throws(ScenarioError) -> Scenario {
        try checkDepth(text, file: file)
        guard let root = try compose(text, file: file) else {
            throw ScenarioError(.meaning, "\(file): is empty; it needs at least `scenario: title`")
        }
        let keys = ["scenario", "about", "device", "calls", "faults", "steps", "expect", "unless", "until", "naive"]
        let top = try ScenarioSection(root, file: file, path: "", keys: keys)
        var scenario = Scenario(try top.requiredText("scenario"))
        scenario.about = try top.text("about") ?? ""
        if let device = try top.section("device", keys: DeviceSetup.keys) {
            scenario.device = try DeviceSetup(device)
        }
        for (name, call) in try top.named("calls", keys: ScenarioCall.keys, max: ScenarioLimits.callsMax) {
            scenario.calls.append(try ScenarioCall(ScenarioCallName(name), call, device: scenario.device))
        }
        try checkSessions(scenario, top)
        if let faults = try top.section("faults", keys: DrawnFaults.keys) {
            scenario.faults = try DrawnFaults(faults)
        }
        try readSteps(top, into: &scenario)
        return scenario
    }

    private static func readSteps(_ top: ScenarioSection, into scenario: inout Scenario) throws(ScenarioError) {
        for entry in try top.sections("steps", keys: StepReader.keys, max: ScenarioLimits.stepsMax) {
            let step = try StepReader(entry, scenario).step()
            if let last = scenario.steps.last, step.at < last.at {
                throw entry.complaint("at", "is earlier than the step before; steps stand in order of time")
            }
            scenario.steps.append(step)
        }
        for entry in try top.sections("expect", keys: ExpectationReader.keys, max: ScenarioLimits.stepsMax) {
            scenario.expectations.append(try ExpectationReader(entry, scenario).expectation())
        }
        scenario.waived = try top.words("unless", StandardPromise.self) ?? []
        scenario.until = try top.time("until")
        if let naive = try top.section("naive", keys: ["phone", "shows"]) {
            scenario.naive = NaivePhoneResult(faults: try naive.texts("phone"), shows: try naive.texts("shows"))
        }
    }

    private static func checkSessions(_ scenario: Scenario, _ top: ScenarioSection) throws(ScenarioError) {
        for call in scenario.calls {
            guard let other = call.sessionOf, scenario.call(other) == nil || other == call.id else { continue }
            throw top.complaint("calls.\(call.id)", "has the session of `\(other)`, which is not another call here")
        }
    }

    private static func compose(_ text: String, file: String) throws(ScenarioError) -> Node? {
        do {
            return try Yams.compose(yaml: text)
        } catch let YamlError.scanner(_, problem, mark, _), let YamlError.parser(_, problem, mark, _),
            let YamlError.composer(_, problem, mark, _)
        {
            throw ScenarioError(.syntax, "\(file), line \(mark.line), column \(mark.column): \(problem)")
        } catch let YamlError.duplicatedKeysInMapping(duplicates, context) {
            let keys = duplicates.joined(separator: ", ")
            throw ScenarioError(.meaning, "\(file), line \(context.mark.line): given twice in one place: \(keys)")
        } catch {
            throw ScenarioError(.syntax, "\(file): is not YAML")
        }
    }

    /// Refuses deep nesting before parsing, because the parser is recursive.
    private static func checkDepth(_ text: String, file: String) throws(ScenarioError) {
        var depth = 0
        var line = 1
        var dashes = 0
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "\n"): (line, dashes) = (line + 1, 0)
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"): depth = max(0, depth - 1)
            case UInt8(ascii: "-"), UInt8(ascii: "?"), UInt8(ascii: ":"): dashes += 1
            default: break
            }
            guard depth > ScenarioLimits.depthMax || dashes > ScenarioLimits.textMax / 8 else { continue }
            throw ScenarioError(
                .tooMuch, "\(file), line \(line): more than \(ScenarioLimits.depthMax) things within each other")
        }
    }
}

/// The reason why a scenario file is invalid, with its place and a correct example.
public struct ScenarioError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of mistake.
    public enum Code: String, Hashable, Sendable {
        /// The file is missing or cannot be read.
        case unreadable
        /// It is not YAML text.
        case syntax
        /// It is YAML without a meaning as a scenario.
        case meaning
        /// A limit is exceeded.
        case tooMuch
    }

    /// The kind of mistake.
    public let code: Code
    /// The file's path, the line, and the fault there.
    public let context: String

    /// Makes an error.
    public init(_ code: Code, _ context: String) {
        self.code = code
        self.context = context
    }

    public var description: String { context }
}

/// Bounds of a scenario file, far beyond the size of a readable one.
public enum ScenarioLimits {
    /// The maximum size of a file, in bytes.
    public static let bytesMax = 64 * 1024
    /// The maximum nesting of lists and mappings, which protects the parser's stack. The language itself needs five.
    public static let depthMax = 32
    /// The maximum number of calls. The phone handles two, and the exchange a few more.
    public static let callsMax = 16
    /// The maximum number of steps, and of expectations.
    public static let stepsMax = 256
    /// The maximum number of random faults.
    public static let faultsMax = 100
    /// The maximum number of entries of a list in an expectation, and of organizations.
    public static let listMax = 32
    /// The longest time: a day.
    public static let timeMax: Duration = .seconds(86_400)
    /// The longest text, in bytes.
    public static let textMax = 4_096
    /// The maximum number of taps in succession.
    public static let tapsMax = 10
    /// The maximum number of scenario files in a folder.
    public static let filesMax = 1_000
}

/// The scenario files under a folder.
public enum ScenarioFolder {
    /// The paths of all `.yaml` files in a folder and its subfolders, sorted.
    ///
    /// - Throws: `ScenarioError` if the folder is missing, or has no scenarios or too many.
    public static func files(under folder: String) throws(ScenarioError) -> [String] {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: folder, isDirectory: &isFolder), isFolder.boolValue,
            let names = FileManager.default.enumerator(
                atPath: URL(fileURLWithPath: folder).resolvingSymlinksInPath().path)
        else {
            throw ScenarioError(.unreadable, "\(folder): is not a folder; name one with --folder")
        }
        var paths: [String] = []
        while let name = names.nextObject() as? String {
            guard name.hasSuffix(".yaml") else { continue }
            paths.append("\(folder)/\(name)")
            guard paths.count <= ScenarioLimits.filesMax else {
                throw ScenarioError(.tooMuch, "\(folder): has more than \(ScenarioLimits.filesMax) scenarios")
            }
        }
        guard !paths.isEmpty else { throw ScenarioError(.unreadable, "\(folder): has no `.yaml` file in it") }
        return paths.sorted()
    }
}
