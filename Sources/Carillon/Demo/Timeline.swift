import Trace
import WireJSON

/// A sequence chart drawn from a trace: who told whom what, and when.
///
/// Of the exchange's own calls it needs only the exchange's lines, for all messages pass there. Of calls over a carrier it
/// takes the phones' lines too. Candidates and log-ins at the exchange are left out.
struct Timeline {
    /// One line of the chart.
    enum Entry {
        case chapter(String)
        case arrow(from: Int, to: Int, label: String)
        case mark(at: Int, label: String)
    }

    static let exchange = "exchange"
    static let carrier = "carrier"
    private static let unworthy = ["ready", "candidate", "endOfCandidates"]

    var lanes: [String] = []
    var entries: [(at: Duration, entry: Entry)] = []
    /// Ring sessions whose caller's leg is at the carrier.
    var carrierSessions: Set<String> = []
    /// What each arrow and mark says, in order.
    var labels: [String] {
        entries.compactMap { _, entry in
            switch entry {
            case .chapter: nil
            case .arrow(_, _, let label), .mark(_, let label): label
            }
        }
    }

    private var deviceOfConnection: [String: Int] = [:]

    let names: [String: String]

    /// - Parameter names: what devices are called that the exchange names itself.
    init(_ records: [TraceRecord], names: [String: String] = [:]) {
        self.names = names
        lanes = [Timeline.exchange]
        for record in records { take(record) }
    }

    private mutating func take(_ record: TraceRecord) {
        switch (record.machine, record.name) {
        case ("Demo", _) where record.kind == .note: entries.append((record.at, .chapter(record.name)))
        case ("Exchange", "deviceConnected"): takeDevice(record)
        case ("Exchange", "connectionLost"): takeLoss(record)
        case ("Exchange", "request"): takeMessage(record, "2") { .arrow(from: $0, to: 0, label: $1) }
        case ("Exchange", "send"): takeMessage(record, "1") { .arrow(from: 0, to: $0, label: $1) }
        case ("Exchange", "push"): takePush(record)
        case ("Exchange", "journal"): takeJournal(record)
        case ("RingSession", _): takeRing(record)
        case ("ClientMachine", _): takeCarrierClient(record)
        case ("CallKit", "report"): takeReport(record)
        default: break
        }
    }

    private mutating func takeDevice(_ record: TraceRecord) {
        guard let connection = record.fields["0"]?.string, let name = record.fields["1"]?.object?["device"]?.string
        else { return }
        let device = names[name] ?? name
        if !lanes.contains(device) { lanes.append(device) }
        let lane = lanes.firstIndex(of: device)
        // A device that comes back is worth a line, the first time is told by its chapter.
        if let lane, deviceOfConnection.values.contains(lane) {
            entries.append((record.at, .arrow(from: lane, to: 0, label: "login again")))
        }
        deviceOfConnection[connection] = lane
    }

    private mutating func takeLoss(_ record: TraceRecord) {
        guard let lane = record.fields["0"]?.string.flatMap({ deviceOfConnection[$0] }) else { return }
        entries.append((record.at, .mark(at: lane, label: "socket lost")))
    }

    private mutating func takeMessage(_ record: TraceRecord, _ field: String, _ make: (Int, String) -> Entry) {
        guard let lane = record.fields["0"]?.string.flatMap({ deviceOfConnection[$0] }),
            let label = record.fields[field].flatMap(Timeline.label),
            !Timeline.unworthy.contains(where: label.hasPrefix)
        else { return }
        entries.append((record.at, make(lane, label)))
    }

    private mutating func takePush(_ record: TraceRecord) {
        guard let name = record.fields["1"]?.string, let lane = lanes.firstIndex(of: names[name] ?? name),
            let news = record.fields["2"]?.object?.members.first?.key
        else { return }
        entries.append((record.at, .arrow(from: 0, to: lane, label: "push: \(news)")))
    }

    private mutating func takeJournal(_ record: TraceRecord) {
        guard let change = record.fields["value"]?.object?["change"]?.object?.members.first else { return }
        switch change.key {
        case "claimed": entries.append((record.at, .mark(at: 0, label: "claimed, committed before anybody is told")))
        case "ended":
            entries.append((record.at, .mark(at: 0, label: "ended: \(change.value.object?["value"]?.string ?? "")")))
        default: break
        }
    }

    /// A message's name, with the reason where it has one.
    static func label(_ message: JSONValue) -> String? {
        guard let member = message.object?.members.first else { return message.string }
        guard let reason = member.value.object?["1"]?.string, !reason.hasPrefix("‹") else { return member.key }
        return "\(member.key): \(reason)"
    }
}
