import DeviceModel
import DeviceRuntime
import Foundation
import NaivePhones
import Scenarios
import Synchronization
import Trace
package import WireJSON

/// Scenarios to play and traces to open: timelines beside the Lab's own.
package final class LabLibrary: Sendable {
    /// Where the scenarios are in the sources.
    package static let usualFolder = "Scenarios"
    /// The most bytes of a trace whose parts have not all come, of all pages together.
    private static let waitingBytesMax = 80 << 20

    private let folder: String
    /// The texts of traces of which parts are missing, by name.
    private let waiting = Mutex<[String: [String?]]>([:])

    package init(folder: String) {
        self.folder = folder
    }

    /// The scenarios with their files.
    package func list() throws(LabError) -> JSONObject {
        let scenarios: [JSONValue] = try files().map { path throws(LabError) in
            let scenario = try read(path)
            let file = String(path.dropFirst(folder.count + 1))
            return [
                "file": .string(file), "folder": .string(file.split(separator: "/").dropLast().joined(separator: "/")),
                "name": .string(scenario.name), "about": .string(scenario.about),
                "naive": .bool(scenario.naive != nil),
            ]
        }
        return ["scenarios": .array(scenarios)]
    }

    private func files() throws(LabError) -> [String] {
        do throws(ScenarioError) { return try ScenarioFolder.files(under: folder) } catch {
            throw LabError("The scenarios cannot be listed: \(error).")
        }
    }

    private func read(_ path: String) throws(LabError) -> Scenario {
        do throws(ScenarioError) { return try ScenarioReader.read(path: path) } catch {
            throw LabError("The scenario cannot be read: \(error).")
        }
    }

    /// Plays a scenario in virtual time, on our phone or on a naive one.
    package func play(_ file: String, isNaive: Bool) async throws(LabError) -> JSONObject {
        let path = "\(folder)/\(file)"
        // Only listed files are read, so that no name leads out of the folder.
        guard try files().contains(path) else { throw LabError("There is no scenario “\(file)”.") }
        let scenario = try read(path)
        let faults = try isNaive ? Self.faults(of: scenario) : nil
        var members = await Self.play(scenario, faults).members
        members["file"] = .string(file)
        members["on"] = isNaive ? "naive" : "ours"
        return members
    }

    /// The mistakes of the naive phone that a scenario names.
    private static func faults(of scenario: Scenario) throws(LabError) -> Set<NaiveFault> {
        guard let naive = scenario.naive else { throw LabError("“\(scenario.name)” names no naive phone.") }
        return Set(naive.faults.compactMap { NaiveFault(rawValue: $0) })
    }

    /// - Parameter faults: the mistakes of a naive phone; nil for our phone.
    @MainActor
    private static func play(_ scenario: Scenario, _ faults: Set<NaiveFault>?) async -> ScenarioTimeline {
        let phone: any ScenarioPhone = if let faults { NaivePhone(faults) } else { ShippedPhone() }
        var looks: [(at: Duration, PhoneSnapshot)] = []
        var device: ModelDevice?
        var observedBefore = 0
        let outcome = await ScenarioRunner.run(
            scenario, on: phone,
            begins: {
                device = $0
                observedBefore = $0.observations.count
            },
            looks: { device, at in
                let snapshot = PhoneSnapshot(device, at: at, of: scenario)
                if snapshot != looks.last?.1 { looks.append((at, snapshot)) }
            })
        let observations = Array((device?.observations ?? []).dropFirst(observedBefore))
        return ScenarioTimeline(outcome, looks: looks, observations: observations)
    }

    // MARK: - Traces

    /// Takes a part of a trace; the answer to the last part is the whole timeline.
    package func open(_ part: TracePart) throws(LabError) -> JSONObject {
        guard let text = try collect(part) else { return [:] }
        let recording = LabRecording(try LabTraceReader.records(Array(text.utf8)))
        let timeline = recording.timeline
        var members: JSONObject = ["name": .string(part.name), "end": timeline.end.labTime]
        members.merge(timeline.range(from: timeline.first, count: timeline.next).members)
        return members
    }

    /// The whole text, once all parts are there.
    private func collect(_ part: TracePart) throws(LabError) -> String? {
        guard part.parts > 1 else { return part.text }
        let result: Result<String?, LabError> = waiting.withLock { waiting in
            var texts = waiting[part.name] ?? Array(repeating: nil, count: part.parts)
            guard texts.count == part.parts else {
                waiting[part.name] = nil
                return .failure(LabError("“\(part.name)” was begun with another number of parts; begin again."))
            }
            texts[part.part] = part.text
            waiting[part.name] = texts
            let bytes = waiting.values.reduce(0) { $0 + $1.reduce(0) { $0 + ($1?.utf8.count ?? 0) } }
            guard bytes <= Self.waitingBytesMax else {
                waiting[part.name] = nil
                return .failure(LabError("The traces that are being opened are too large together."))
            }
            guard texts.allSatisfy({ $0 != nil }) else { return .success(nil) }
            waiting[part.name] = nil
            return .success(texts.compactMap(\.self).joined())
        }
        return try result.get()
    }
}

extension PhoneSnapshot {
    /// The phone of a scenario at a time since the scenario's beginning.
    @MainActor
    fileprivate init(_ device: ModelDevice, at: Duration, of scenario: Scenario) {
        self.init(id: ScenarioTimeline.phone, user: "", profile: scenario.device.profile)
        let beginning = device.now - at
        lock = device.machine.lock
        life = device.life
        if life == .notRunning, let last = device.terminations.last {
            killed = Killing(why: last.reason.labWords, at: max(last.at - beginning, .zero))
        }
        sound = device.sound
        violations = device.violations
        isRevoked = device.isRevoked
        calls = device.screen
        recents = device.recents
        notifications = device.notifications
        born = .zero - beginning
        isReady = true
    }
}
