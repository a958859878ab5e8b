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

    /// The carrier or, without one, the caller to the left of the exchange, everybody else to its right.
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
