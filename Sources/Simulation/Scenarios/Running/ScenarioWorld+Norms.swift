internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// What every scenario promises unless it says otherwise.
extension ScenarioWorld {
    func judgeNorms() -> [Verdict] {
        Norm.allCases.filter { !scenario.waived.contains($0) }.map(judge)
    }

    private func judge(_ norm: Norm) -> Verdict {
        switch norm {
        case .noViolation:
            return verdict(
                "every push is reported", device.violations == 0, "\(device.violations) went without a report")
        case .neverKilled:
            let kills = device.terminations.dropFirst(terminationsBefore).filter(\.reason.isSystems)
            return verdict("the system never kills the app", kills.isEmpty, "it did: \(words(of: kills))")
        case .noHazard:
            let hazards = device.hazards.dropFirst(hazardsBefore)
            return verdict(
                "the app does nothing known to go wrong", hazards.isEmpty,
                "it did: \(hazards.map { "\($0)" }.joined(separator: ", "))")
        case .noCallLeft:
            return verdict(
                "no call is left", device.machine.calls.own.isEmpty,
                "there is “\(screen.map(\.name).joined(separator: ", "))”")
        case .everyRingKnown:
            let unknown = unknownRings
            return verdict(
                "every ring can be found afterwards", unknown.isEmpty,
                "in no list is \(unknown.joined(separator: ", "))")
        }
    }

    private func words(of kills: [Termination]) -> String {
        kills.map { "\($0.reason)" }.joined(separator: ", ")
    }

    /// Rings of which neither Recents nor a notification tells.
    private var unknownRings: [String] {
        rings.filter { ring in
            !cellular.contains(ring.id.uuid) && !recents.contains { $0.call == ring.id.uuid }
                && !device.notifications.contains { "\($0.title) \($0.body)".contains(ring.name) }
        }.map(\.name)
    }
}

extension TerminationReason {
    /// Whether the system punished the app; the others are the scenario's own doing.
    fileprivate var isSystems: Bool {
        switch self {
        case .pushNotReported, .pushNotReportedInTime, .launchWatchdog, .backgroundTimeExceeded, .noSceneLifeCycle:
            true
        case .forceQuit, .crash, .memory, .reboot, .deleted: false
        }
    }
}
