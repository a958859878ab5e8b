/// Something that never changes while a machine runs, and so does not tell one of its states from another.
///
/// Kept behind a reference, so that the thousands of states of a search share one copy.
struct Constant<Value: Sendable>: Hashable, Sendable {
    private let box: [Value]

    init(_ value: Value) {
        box = [value]
    }

    var value: Value { box[0] }

    static func == (left: Self, right: Self) -> Bool { true }

    func hash(into hasher: inout Hasher) {}
}
