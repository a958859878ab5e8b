import Explorer
import PhoneCore
import Redaction

/// A registration of tokens, a file, an exchange with its slots, messages that are lost, and a process that is killed
/// anywhere.
struct TokenModel: Model {
    enum Step: Hashable {
        case send(PushTokenRegistration.Message)
        case store(PushTokenRecord)
    }

    struct State: Hashable {
        var ledger = PushTokenRegistration()
        var disk = PushTokenRecord()
        var slots: [PushEnvironment: DevicePushToken] = [:]
        var outbox: [Step] = []
        var requests = RequestsUnderWay<PushTokenRegistration.Message>()
        /// Answers on their way back: `nil` for none in time.
        var answers: [PushTokenRegistration.Event] = []
        var isRetryRunning = false
        var environment = PushEnvironment.production
        /// What the system gave last for this build.
        var token: DevicePushToken?
        var changes = 2
        var builds = 1
        var losses = 1
        var kills: Int

        mutating func handle(_ event: PushTokenRegistration.Event) {
            for decision in ledger.after(event) {
                switch decision {
                case .send(let message): outbox.append(.send(message))
                case .startTimer: isRetryRunning = true
                case .stopTimer: isRetryRunning = false
                case .emptied: break
                }
            }
            outbox.append(.store(ledger.record))
        }

        mutating func arrive(_ answer: (PushTokenRegistration.Message) -> PushTokenRegistration.Event) {
            let request = requests.next()
            slots[request.message.environment] = request.message.token
            if request.hasSender { answers.append(answer(request.message)) }
        }

        mutating func launch() {
            ledger = PushTokenRegistration(record: disk)
            outbox = []
            answers = []
            requests.loseSender()
            isRetryRunning = false
            handle(.launched(environment))
            handle(.session(true))
            // The registry is asked at each start, so an invalidation that was not stored is noticed.
            handle(.token(token))
        }
    }

    enum Action: Hashable {
        case carryOut, arrive, lose, arriveUnheard, answer, retry, token(DevicePushToken?), kill, update
    }

    let kills: Int

    var initialStates: [State] {
        var state = State(kills: kills)
        state.launch()
        return [state]
    }

    func actions(in state: State) -> [Action] {
        var actions: [Action] = []
        if !state.outbox.isEmpty { actions.append(.carryOut) }
        if state.kills > 0 { actions.append(.kill) }
        if !state.requests.isEmpty {
            actions.append(.arrive)
            if state.losses > 0 { actions += [.lose, .arriveUnheard] }
        }
        guard state.outbox.isEmpty else { return actions }
        if !state.answers.isEmpty { actions.append(.answer) }
        if state.isRetryRunning { actions.append(.retry) }
        if state.changes > 0 {
            actions += [DevicePushToken("aa"), DevicePushToken("bb"), nil].filter { $0 != state.token }.map {
                .token($0)
            }
        }
        if state.builds > 0 { actions.append(.update) }
        return actions
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .carryOut:
            switch next.outbox.removeFirst() {
            case .send(let message): next.requests.send(message)
            case .store(let record): next.disk = record
            }
        case .arrive: next.arrive { .confirmed($0) }
        case .lose:
            next.losses -= 1
            let request = next.requests.next()
            if request.hasSender { next.answers.append(.failed(request.message)) }
        case .arriveUnheard:
            next.losses -= 1
            next.arrive { .failed($0) }
        case .answer: next.handle(next.answers.removeFirst())
        case .retry:
            next.isRetryRunning = false
            next.handle(.timerFired(.retry))
        case .token(let token):
            next.changes -= 1
            next.token = token
            next.handle(.token(token))
        case .kill:
            next.kills -= 1
            next.launch()
        case .update:
            next.builds -= 1
            next.environment = .sandbox
            next.token = nil
            next.launch()
        }
        return next
    }

    var properties: [Property<State>] {
        [
            Property(.eventually, "the exchange has the token of this build") { state in
                state.slots[state.environment] == state.token
            },
            Property(.eventually, "and none of another") { state in
                state.slots.keys.allSatisfy { $0 == state.environment }
            },
            Property(.eventually, "and the phone knows it") { $0.ledger.isSettled },
            Property(.sometimes, "a request of a process that was killed is still on its way") {
                $0.requests.count > 1
            },
            Property(.sometimes, "the exchange holds what the phone does not want any more") { state in
                state.slots[state.environment] != nil && state.slots[state.environment] != state.token
            },
        ]
    }
}
