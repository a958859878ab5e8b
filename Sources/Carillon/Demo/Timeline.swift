import Trace
import WireJSON

/// A sequence chart drawn from a trace: which party sent which message to which, and when.
///
/// For the exchange's own calls it uses only the exchange's records, because all messages pass there. For calls over a
/// carrier it uses the phones' records too. Candidates and logins at the exchange are left out.
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
    /// The labels of all arrows and marks, in order.
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

    /// - Parameter names: the display names of devices whose ids the exchange assigns.
    init(_ records: [TraceRecord], names: [String: String] = [:]) {
        self.names = names
        lanes = [Timeline.exchange]
        for record in records { handle(record) }
    }

    private mutating func handle(_ record: TraceRecord) {
        switch (record.machine, record.name) {
        case ("Demo", _) where record.kind == .note: entries.append((record.at, .chapter(record.name)))
        case ("Exchange", "deviceConnected"): handleDevice(record)
        case ("Exchange", "connectionLost"): handleLoss(record)
        case ("Exchange", "request"): handleMessage(record, "2") { .arrow(from: $0, to: 0, label: $1) }
        case ("Exchange", "send"): handleMessage(record, "1") { .arrow(from: 0, to: $0, label: $1) }
        case ("Exchange", "push"): handlePush(record)
        case ("Exchange", "journal"): handleJournal(record)
        case ("RingSession", _): handleRing(record)
        case ("ClientMachine", _): handleCarrierClient(record)
        case (PublicHandsets.pushMachine, _): handleCarrierPush(record)
        case ("CallKit", "report"): handleReport(record)
        default: break
        }
    }

    private mutating func handleDevice(_ record: TraceRecord) {
        guard let connection = record.fields["0"]?.string, let name = record.fields["1"]?.object?["device"]?.string
        else { return }
        let device = names[name] ?? name
        if !lanes.contains(device) { lanes.append(device) }
        let lane = lanes.firstIndex(of: device)
        // The first login of a device is left out; only a return gets an arrow.
        if let lane, deviceOfConnection.values.contains(lane) {
            entries.append((record.at, .arrow(from: lane, to: 0, label: "login again")))
        }
        deviceOfConnection[connection] = lane
    }

    private mutating func handleLoss(_ record: TraceRecord) {
        guard let lane = record.fields["0"]?.string.flatMap({ deviceOfConnection[$0] }) else { return }
        entries.append((record.at, .mark(at: lane, label: "socket lost")))
    }

    private mutating func handleMessage(_ record: TraceRecord, _ field: String, _ make: (Int, String) -> Entry) {
        guard let lane = record.fields["0"]?.string.flatMap({ deviceOfConnection[$0] }),
            let label = record.fields[field].flatMap(Timeline.label),
            !Timeline.unworthy.contains(where: label.hasPrefix)
        else { return }
        entries.append((record.at, make(lane, label)))
    }

    private mutating func handlePush(_ record: TraceRecord) {
        guard let name = record.fields["1"]?.string, let lane = lanes.firstIndex(of: names[name] ?? name),
            let event = record.fields["2"]?.object?.members.first?.key
        else { return }
        entries.append((record.at, .arrow(from: 0, to: lane, label: "push: \(event)")))
    }

    private mutating func handleJournal(_ record: TraceRecord) {
        guard let change = record.fields["value"]?.object?["change"]?.object?.members.first else { return }
        switch change.key {
        case "claimed":
            entries.append((record.at, .mark(at: 0, label: "claimed, committed before any device is notified")))
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

extension Timeline {
    private static let timeWidth = 11
    private static let laneGap = 3

    func lines(on terminal: Terminal) -> [String] {
        let order = self.order
        let widths = order.map { lanes[$0].count }
        let heading = zip(order, widths).map { lane, _ in terminal.paint(lanes[lane], .bold) }
        let gap = String(repeating: " ", count: Timeline.laneGap)
        let top = String(repeating: " ", count: Timeline.timeWidth) + heading.joined(separator: gap)
        return [top]
            + entries.map { at, entry in
                switch entry {
                case .chapter(let text): terminal.paint("\(time(at))\(text)", .cyan)
                case .arrow(let from, let to, let label):
                    time(at) + arrow(from: column(from, widths), to: column(to, widths), widths) + "  " + label
                case .mark(let lane, let label):
                    time(at) + marked(column(lane, widths), widths) + "  " + terminal.paint(label, .yellow)
                }
            }
    }

    /// The lanes from left to right: the carrier or, without one, the caller; then the exchange; then all others.
    private var order: [Int] {
        if let carrier = lanes.firstIndex(of: Timeline.carrier) {
            return [carrier, 0] + lanes.indices.dropFirst().filter { $0 != carrier }
        }
        return lanes.count > 1 ? [1, 0] + Array(2..<lanes.count) : [0]
    }

    private func time(_ at: Duration) -> String {
        let text = at.text
        return String(repeating: " ", count: max(0, Timeline.timeWidth - 2 - text.count)) + text + "  "
    }

    /// The middle of a lane, counted in characters from the first lane's left edge.
    private func column(_ lane: Int, _ widths: [Int]) -> Int {
        let position = order.firstIndex(of: lane) ?? 0
        return widths[..<position].reduce(0) { $0 + $1 + Timeline.laneGap } + widths[position] / 2
    }

    private func ground(_ widths: [Int]) -> [Character] {
        var line = [Character](repeating: " ", count: widths.reduce(-Timeline.laneGap) { $0 + $1 + Timeline.laneGap })
        for lane in lanes.indices { line[column(lane, widths)] = "│" }
        return line
    }

    private func arrow(from: Int, to: Int, _ widths: [Int]) -> String {
        var line = ground(widths)
        for index in min(from, to)...max(from, to) { line[index] = line[index] == "│" ? "┼" : "─" }
        line[from] = "●"
        line[to] = from < to ? "▶" : "◀"
        return String(line)
    }

    private func marked(_ column: Int, _ widths: [Int]) -> String {
        var line = ground(widths)
        line[column] = "◆"
        return String(line)
    }
}
