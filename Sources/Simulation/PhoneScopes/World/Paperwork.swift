import CallModel
import DeviceModel
import PhoneCore

/// What the adapter keeps to know again what a completion or an action is about.
struct Paperwork: Hashable, Sendable {
    struct Report: Hashable, Sendable {
        let id: ReportID
        let call: CallUUID
        let purpose: ReportPurpose
        /// Whether the daemon has started anew since, so that the phone cannot know whether the call is there.
        var isOfFormerDaemon = false
    }

    struct Request: Hashable, Sendable {
        let id: RequestID
        let name: SystemRequestID
    }

    private(set) var reports: [Report] = []
    private(set) var requests: [Request] = []

    /// The smallest numbers that are free: a count would tell equal moments apart.
    mutating func file(_ call: CallUUID, _ purpose: ReportPurpose) -> ReportID {
        let id = ReportID(Self.free(reports.map(\.id.value)))
        reports.append(Report(id: id, call: call, purpose: purpose))
        return id
    }

    mutating func file(_ name: SystemRequestID) -> RequestID {
        let id = RequestID(Self.free(requests.map(\.id.value)))
        requests.append(Request(id: id, name: name))
        return id
    }

    mutating func take(_ id: ReportID) -> Report? {
        guard let index = reports.firstIndex(where: { $0.id == id }) else { return nil }
        return reports.remove(at: index)
    }

    mutating func take(_ id: RequestID) -> Request? {
        guard let index = requests.firstIndex(where: { $0.id == id }) else { return nil }
        return requests.remove(at: index)
    }

    mutating func daemonRestarted() {
        for index in reports.indices { reports[index].isOfFormerDaemon = true }
    }

    private static func free(_ used: [UInt32]) -> UInt32 {
        var number: UInt32 = 0
        while used.contains(number) { number += 1 }
        return number
    }
}
