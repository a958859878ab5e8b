import Trace

/// What happened, drawn from the trace: one line an event worth reading.
struct Timeline {
    private let records: [TraceRecord]

    init(_ records: [TraceRecord]) {
        self.records = records
    }

    func lines(on terminal: Terminal) -> [String] {
        records.filter { $0.kind == .note }.map { "\($0.at.text)  \($0.name)" }
    }
}
