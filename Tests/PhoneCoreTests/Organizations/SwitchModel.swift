import CallModel
import Explorer
import PhoneCore

/// The state of organizations, a keychain, a file, an exchange and a client that do well or badly, and a process that
/// is killed anywhere.
///
/// Effects are carried out one by one in order; the record is stored at the end of each turn, and where the state says.
/// A kill loses every effect that is not carried out, and every answer on its way.
struct SwitchModel: Model {
    enum Step: Hashable {
        case decision(OrganizationState.Effect)
        case store(OrganizationRecord)
    }

    struct State: Hashable {
        var book: OrganizationState
        var disk: OrganizationRecord
        var keychain: Set<CredentialKey>
        /// To be carried out, in order.
        var outbox: [Step] = []
        /// Answers on their way: each may come before the others.
        var answers: [OrganizationState.Event] = []
        var timer: OrganizationTimer?
        var lastVersion: UInt64 = 1
        var kills: Int
        var demands = 2
        var provisions = 1
        var isWrong = false
        let storesWhenTold: Bool

        mutating func handle(_ event: OrganizationState.Event) {
            for decision in book.after(event) {
                switch decision {
                case .save: if storesWhenTold { outbox.append(.store(book.record)) }
                default: outbox.append(.decision(decision))
                }
            }
            outbox.append(.store(book.record))
        }

        mutating func carryOut() {
            switch outbox.removeFirst() {
            case .store(let record): disk = record
            case .decision(let decision): carryOut(decision)
            }
        }

        private mutating func carryOut(_ decision: OrganizationState.Effect) {
            switch decision {
            case .ask(let organization):
                lastVersion += 1
                answers.append(.granted(CredentialKey(organization, CredentialVersion(rawValue: lastVersion))))
            case .write(let key):
                keychain.insert(key)
                answers.append(.written(key, true))
            case .prune(let registration, let kept):
                keychain = keychain.filter { $0.registration != registration || $0 == kept }
                answers.append(.pruned(registration))
            case .connect(let key):
                isWrong = isWrong || !keychain.contains(key)
                answers.append(.connected(key))
            case .startTimer(let timer, _): self.timer = timer
            case .stopTimer(let timer): if self.timer == timer { self.timer = nil }
            case .purge: keychain = []
            case .save, .release, .replaced, .forgot, .activated, .settled: break
            }
        }

        /// The answer as it is when things go badly.
        mutating func spoil(_ index: Int) {
            switch answers[index] {
            case .granted(let key): answers[index] = .denied(key.organization, .unreachable)
            case .written(let key, true):
                answers[index] = .written(key, false)
                keychain.remove(key)
            case .connected(let key): answers[index] = .connectionFailed(key, .refused)
            default: break
            }
        }
    }

    enum Action: Hashable {
        case carryOut, answer(Int, isGood: Bool), fire, want(OrganizationID), provision(OrganizationID), kill
    }

    static let home = CredentialKey(OrganizationID("1"), CredentialVersion(rawValue: 1))
    static let known = CredentialKey(OrganizationID("2"), CredentialVersion(rawValue: 1))
    static let unknown = OrganizationID("3")
    let kills: Int
    /// Whether the shell stores the record where the state says, or only at the end of a turn.
    var storesWhenTold = true

    var initialStates: [State] {
        var book = OrganizationState()
        _ = book.after([.provisioned(Self.home), .written(Self.home, true)])
        _ = book.after([.provisioned(Self.known), .written(Self.known, true)])
        return [
            State(
                book: book, disk: book.record, keychain: [Self.home, Self.known], kills: kills,
                storesWhenTold: storesWhenTold)
        ]
    }

    func actions(in state: State) -> [Action] {
        var actions: [Action] = state.outbox.isEmpty ? [] : [.carryOut]
        if state.outbox.isEmpty {
            for index in state.answers.indices {
                actions.append(.answer(index, isGood: true))
                if case .pruned = state.answers[index] { continue }
                actions.append(.answer(index, isGood: false))
            }
            if state.timer != nil { actions.append(.fire) }
            if state.demands > 0 { actions += [.want(Self.unknown), .want(Self.known.organization)] }
            if state.provisions > 0 {
                actions += [.provision(Self.unknown), .provision(Self.known.organization)]
            }
        }
        if state.kills > 0 { actions.append(.kill) }
        return actions
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .carryOut: next.carryOut()
        case .answer(let index, let isGood):
            if !isGood { next.spoil(index) }
            next.handle(next.answers.remove(at: index))
        case .fire:
            guard let timer = next.timer else { return nil }
            next.timer = nil
            next.handle(.timerFired(timer))
        case .want(let organization):
            next.demands -= 1
            next.handle(.wanted(organization))
        case .provision(let organization):
            next.provisions -= 1
            next.lastVersion += 1
            next.handle(.provisioned(CredentialKey(organization, CredentialVersion(rawValue: next.lastVersion))))
        case .kill:
            next.kills -= 1
            next.book = OrganizationState(record: next.disk)
            next.outbox = []
            next.answers = []
            next.timer = nil
            next.handle(.launched(isFirstStart: false))
        }
        return next
    }

    var properties: [Property<State>] {
        [
            Property(.never, "a connection is made with credentials that are not there") { $0.isWrong },
            Property(.always, "what the file points to is in the keychain") { state in
                state.disk.held.allSatisfy { state.keychain.contains($0) }
            },
            Property(.always, "an organisation in use has credentials") { state in
                state.disk.active.map { active in state.disk.held.contains { $0.organization == active } } ?? true
            },
            Property(.always, "the organisation of before keeps its credentials whatever happens") {
                $0.keychain.contains(Self.home) && $0.disk.held.contains(Self.home)
            },
            Property(.always, "no key stands for another organisation than its own") { state in
                [Self.home.organization, Self.known.organization, Self.unknown].allSatisfy { organization in
                    state.book.key(of: RegistrationID(organization)).map { $0.organization == organization } ?? true
                }
            },
            Property(.eventually, "the keychain holds what counts and nothing else") { state in
                state.keychain == Set(state.book.record.held)
            },
            Property(.eventually, "nothing is left under way") { state in
                state.book.record.change == nil && state.book.record.prunings.isEmpty && state.disk == state.book.record
            },
            Property(.sometimes, "a switch to an unknown organisation comes about") {
                $0.disk.active == Self.unknown
            },
            Property(.sometimes, "a switch renews credentials") { state in
                state.disk.held.contains { $0.organization == Self.known.organization && $0 != Self.known }
            },
        ]
    }
}
