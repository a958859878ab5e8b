import Explorer
import PhoneCore

/// A registration, two files, an exchange that forgets the key at each sign-in, requests that are lost, pushes that are not
/// sealed or come late, and a process that is killed anywhere, once with the loss of its keys.
struct PushKeyModel: Model {
    enum Step: Hashable {
        case store(PushKeyRecord)
        case make
        case upload(PushKeyID)
        case erase
        /// What the shell tells at the end of the turn.
        case pass(PushKeyRegistration.Event)
    }

    struct Upload: Hashable {
        let key: PushKeyID
        let session: Int
    }

    struct State: Hashable {
        var registration = PushKeyRegistration()
        var disk = PushKeyRecord()
        /// On the device, the newest first.
        var keys: [PushKeyID] = []
        var keysMade: UInt64 = 0
        var exchangeKey: PushKeyID?
        var session = 1
        var outbox: [Step] = []
        var requests = RequestsUnderWay<Upload>()
        var answers: [PushKeyRegistration.Event] = []
        var isRetryRunning = false
        var hasLostKeys = false
        var signIns = 1
        var losses = 1
        /// Sent before the exchange had the key that it has.
        var latePushes = 1
        var kills: Int

        /// The record comes first, as the phone has it.
        mutating func handle(_ event: PushKeyRegistration.Event) {
            let decisions = registration.after(event)
            outbox.append(.store(registration.record))
            for decision in decisions {
                switch decision {
                case .make: outbox.append(.make)
                case .upload(let key): outbox.append(.upload(key))
                case .erase: outbox.append(.erase)
                case .startTimer: isRetryRunning = true
                case .stopTimer: isRetryRunning = false
                }
            }
        }

        mutating func carryOut() {
            switch outbox.removeFirst() {
            case .store(let record): disk = record
            case .make:
                keysMade += 1
                let key = PushKeyID(rawValue: keysMade)
                keys = [key] + keys.prefix(1)
                outbox.append(.pass(.made(key)))
            case .upload(let key):
                if keys.contains(key) { requests.send(Upload(key: key, session: session)) }
            case .erase: keys = []
            case .pass(let event): handle(event)
            }
        }

        /// The exchange takes nothing of a session that is over.
        mutating func arrive(isHeard: Bool) {
            let request = requests.next()
            let (key, isTaken) = (request.message.key, request.message.session == session)
            if isTaken { exchangeKey = key }
            guard request.hasSender else { return }
            answers.append(isTaken && isHeard ? .confirmed(key) : .failed(key))
        }

        mutating func launch() {
            registration = PushKeyRegistration(record: disk)
            outbox = []
            answers = []
            requests.loseSender()
            isRetryRunning = false
            handle(.session(true))
            handle(.found(keys.first))
        }
    }

    enum Action: Hashable {
        case carryOut, arrive, lose, arriveUnheard, answer, retry, signIn, push, latePush, kill, killAndLoseKeys
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
        if state.kills > 0 {
            actions.append(.kill)
            if !state.hasLostKeys, !state.keys.isEmpty { actions.append(.killAndLoseKeys) }
        }
        if !state.requests.isEmpty {
            actions.append(.arrive)
            if state.losses > 0 { actions += [.lose, .arriveUnheard] }
        }
        guard state.outbox.isEmpty else { return actions }
        if !state.answers.isEmpty { actions.append(.answer) }
        if state.isRetryRunning { actions.append(.retry) }
        if state.signIns > 0 { actions.append(.signIn) }
        if !(state.exchangeKey.map(state.keys.contains) ?? false) { actions.append(.push) }
        if state.latePushes > 0 { actions.append(.latePush) }
        return actions
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .carryOut: next.carryOut()
        case .arrive: next.arrive(isHeard: true)
        case .lose:
            next.losses -= 1
            let request = next.requests.next()
            if request.hasSender { next.answers.append(.failed(request.message.key)) }
        case .arriveUnheard:
            next.losses -= 1
            next.arrive(isHeard: false)
        case .answer: next.handle(next.answers.removeFirst())
        case .retry:
            next.isRetryRunning = false
            next.handle(.timerFired(.retry))
        case .signIn:
            next.signIns -= 1
            next.session += 1
            next.exchangeKey = nil
            next.handle(.signedIn)
        case .push:
            next.handle(.unopened)
            // As often as one likes, where it leads anywhere.
            guard next.registration != state.registration else { return nil }
        case .latePush:
            next.latePushes -= 1
            next.handle(.unopened)
        case .kill:
            next.kills -= 1
            next.launch()
        case .killAndLoseKeys:
            next.kills -= 1
            next.hasLostKeys = true
            next.keys = []
            next.launch()
        }
        return next
    }

    var properties: [Property<State>] {
        [
            Property(.always, "what the exchange seals, the device opens, unless its keys were lost") { state in
                state.hasLostKeys || state.exchangeKey.map { state.keys.contains($0) } ?? true
            },
            Property(.eventually, "the exchange has the newest key of the device") { state in
                state.exchangeKey != nil && state.exchangeKey == state.keys.first
            },
            Property(.eventually, "and the phone knows it") { $0.registration.isSettled },
            Property(.sometimes, "the exchange seals with the former key while the newer is on its way") { state in
                state.keys.count == 2 && state.exchangeKey == state.keys[1]
            },
            Property(.sometimes, "the exchange has none") { $0.exchangeKey == nil },
        ]
    }
}
