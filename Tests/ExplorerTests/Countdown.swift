import Explorer

/// Takes one or two away until fewer than the least are left; by twos it can miss the end asked for.
struct Countdown: Model {
    let start: Int
    let steps: [Int]

    var initialStates: [Int] { [start] }
    func actions(in state: Int) -> [Int] { steps }
    func step(_ state: Int, _ action: Int) -> Int? { state >= action ? state - action : nil }
    var properties: [Property<Int>] { [Property(.eventually, "nothing is left") { $0 == 0 }] }
}
