internal import CallModel

/// `Documentation/CallModel.md`: diagrams and tables of the machine, generated from its transition table.
struct CallModelDocument {
    let layout: TableLayout

    init(_ layout: TableLayout) {
        self.layout = layout
    }

    var text: String {
        """
        # The call

        For developers who show calls to people, store them or test them: the states of a call, the events allowed in
        each, and its names on every platform. The machine is the module `CallModel`; this page, the vectors
        (`Vectors/call-model.json`), the JavaScript module and the Kotlin file are made from it by `make generated`, and
        `make check` fails when one of them is stale.

        A call is four parallel regions: its progress, our hold, the peer's hold, and the link. Names such as `ON_HOLD`
        are derived from them. Each of the \(layout.table.states.count) reachable states has an answer to each of
        \(layout.table.events.count) events. An event that a state does not allow is refused with a named reason
        and changes nothing.

        ## Progress

        <!-- generated: progress -->
        ```mermaid
        \(RegionDiagram(layout.table).progress)
        ```
        <!-- /generated -->

        ## Hold, the peer's hold, the link

        <!-- generated: regions -->
        ```mermaid
        \(RegionDiagram(layout.table).hold)
        ```

        ```mermaid
        \(RegionDiagram(layout.table).remoteHold)
        ```

        ```mermaid
        \(RegionDiagram(layout.table).link)
        ```
        <!-- /generated -->

        ## Endings

        The strongest reason counts, in any order of the events. The weakest is first.

        <!-- generated: endings -->
        | reason | cause | SIP | told to the callee's other devices |
        |---|---|---|---|
        \(endings)
        <!-- /generated -->

        ## Names

        <!-- generated: names -->
        | direction | state | \(TableLayout.platforms.joined(separator: " | ")) |
        |---|---|\(TableLayout.platforms.map { _ in "---|" }.joined())
        \(names)
        <!-- /generated -->

        ## Steps that the platforms' documents leave out

        Each of our steps is a step of the platform's own table, or changes nothing there. These steps were added to the tables.

        <!-- generated: closures -->
        | platform | from | to | why |
        |---|---|---|---|
        \(closures)
        <!-- /generated -->

        """
    }

    private var endings: String {
        EndReason.allCases.map { reason in
            let sip = reason.defaultSIPCode.map { "\($0) \(reason.defaultSIPReason ?? "")" } ?? ""
            return "| \(reason) | \(reason.defaultCause) | \(sip) | \(reason.reported(to: .otherDevice)) |"
        }.joined(separator: "\n")
    }

    /// One row per state. While the link is not up, the peer's hold changes no name; those rows are left out.
    private var names: String {
        layout.table.states.filter { $0.remoteHold == .off || $0.description.hasSuffix("peer hold on") }.map { state in
            let names = TableLayout.names(of: state).map { $0.isEmpty ? "–" : $0 }.joined(separator: " | ")
            let text = state.description.split(separator: " ", maxSplits: 1).map(String.init)
            return "| \(text[0]) | \(text[1]) | \(names) |"
        }.sorted().joined(separator: "\n")
    }

    private var closures: String {
        (rows(CanonicalName.self) + rows(TelnyxIOSState.self) + rows(TelnyxAndroidState.self) + rows(WebState.self)
            + rows(Z360IOSState.self) + rows(PajamaState.self)).joined(separator: "\n")
    }

    private func rows<Name: CallProjection>(_: Name.Type) -> [String] {
        Name.closures.map { steps in
            let to = steps.to.map(\.rawValue).joined(separator: ", ")
            return "| \(Name.platform) | \(steps.from.rawValue) | \(to) | \(steps.because) |"
        }
    }
}

/// Draws one region of the table as a Mermaid state diagram: one arrow per pair of values, labeled with its events.
struct RegionDiagram {
    let table: CallTable

    init(_ table: CallTable) {
        self.table = table
    }

    var progress: String { draw { $0.progress.name } }
    var hold: String { draw(while: .active) { $0.hold.rawValue } }
    var remoteHold: String { draw(while: .active) { $0.remoteHold.rawValue } }
    var link: String { draw(while: .active) { $0.link.rawValue } }

    /// Draws both directions in one picture. A region inside a phase leaves out the steps that leave the phase.
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
