/// A machine whose every reachable state is to be visited: where it begins, what can happen next, and what follows.
///
/// Everything must be a function of the state alone: the same state gives the same actions in the same order.
public protocol Model: Sendable {
    /// Everything that tells one situation from another; nothing more, or equal situations are visited twice.
    associatedtype State: Hashable & Sendable
    /// One thing that can happen.
    associatedtype Action: Sendable

    /// Where the machine may begin.
    var initialStates: [State] { get }

    /// What can happen in a state, in a fixed order. None means that the machine has come to rest.
    func actions(in state: State) -> [Action]

    /// What follows from an action; `nil` if it turns out to be impossible.
    func step(_ state: State, _ action: Action) -> State?

    /// What is asked of the machine.
    var properties: [Property<State>] { get }
}
