import CallModel

/// Feeds a machine and reads its effects as text, the change of state left out.
struct Transcript {
    private(set) var machine: CallMachine
    private(set) var names: [String]

    init(_ direction: CallDirection, _ events: CallEvent...) {
        machine = CallMachine(direction)
        names = [CanonicalName(of: machine.state).rawValue]
        for event in events { handle(event) }
    }

    var name: String { CanonicalName(of: machine.state).rawValue }

    @discardableResult
    mutating func handle(_ event: CallEvent) -> [String] {
        var effects: [CallEffect] = []
        let before = machine
        let refusal = machine.handle(event, into: &effects)
        if refusal != nil, machine != before { return ["a refusal changed the call"] }
        if refusal == nil { names.append(name) }
        return effects.filter { if case .changed = $0 { false } else { true } }.map(\.name)
    }
}
