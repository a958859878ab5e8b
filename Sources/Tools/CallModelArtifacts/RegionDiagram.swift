internal import CallModel

/// Draws one region of the table as a Mermaid state diagram: an arrow a pair of values, with all that takes it.
struct RegionDiagram {
    let table: CallTable

    init(_ table: CallTable) {
        self.table = table
    }

    var progress: String { draw { $0.progress.name } }
    var hold: String { draw(while: .active) { $0.hold.rawValue } }
    var remoteHold: String { draw(while: .active) { $0.remoteHold.rawValue } }
    var link: String { draw(while: .active) { $0.link.rawValue } }

    /// Both directions in one picture; a region inside a phase leaves out the steps that leave the phase.
    private func draw(while progress: CallProgress? = nil, value: (CallState) -> String) -> String {
        var arrows: [(from: String, to: String, events: [String])] = []
        table.forEachStep { state, event, next in
            let old = table.states[state]
            let new = table.states[next]
            if let progress, old.progress != progress || new.progress != progress { return }
            let (from, to) = (value(old), value(new))
            guard from != to else { return }
            let kind = String(table.events[event].name.prefix { $0 != "(" })
            if let index = arrows.firstIndex(where: { $0.from == from && $0.to == to }) {
                if !arrows[index].events.contains(kind) { arrows[index].events.append(kind) }
            } else {
                arrows.append((from, to, [kind]))
            }
        }
        let lines = arrows.map { "    \($0.from) --> \($0.to): \($0.events.joined(separator: ", "))" }
        let first = table.states.first.map(value) ?? ""
        return (["stateDiagram-v2", "    [*] --> \(first)"] + lines).joined(separator: "\n")
    }
}
