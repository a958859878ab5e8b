import Explorer
import MediaEngine
import SDP

/// A connection, a framework that answers when it likes, and a listener who counts answers.
struct PeerModel: Model {
    /// What a shell could do wrong.
    enum Bug: CaseIterable {
        case answersTwice
        case losesAnswer
        case firesStoppedTimer
        case keepsReplaced
        case losesReplaceFailure
        case losesAdoption
    }

    struct State: Hashable {
        var machine: PeerMachine
        /// What the framework was asked and has not answered.
        var asked: [Question] = []
        var timers: Set<PeerMachine.Timer> = []
        var given: [Step] = []
        var answers: [MediaCommand.ID: Int] = [:]
        var isShut = false
        var isLate = false
        /// Connections of the framework besides the one in use.
        var replacedCount = 0
        /// Whether the connection in use plays the peer; the framework begins with that.
        var isSpeakerOpen = true
        var wasSpeakerOpen = true
    }

    enum Question: Hashable { case description, apply, tones, local, statistics, servers, direction }

    /// Commands in the order they are given; each stands for itself once.
    enum Step: Hashable, CaseIterable {
        case offer, tones, rollBack, answer, servers, direction, quiet, called, calledBack, close
    }

    enum Action: Hashable {
        case give(Step), answer(Bool), gathered, fire(PeerMachine.Timer), replaceFails, adopts
    }

    var bug: Bug?

    /// The properties that do not hold.
    static func broken(_ model: PeerModel) -> [String] {
        let result = Explorer(model).run()
        return result.broken.map(\.property) + (result.isComplete ? [] : ["the search is complete"])
    }

    var initialStates: [State] {
        var configuration = MediaConfiguration()
        configuration.gathering = .complete(limit: .milliseconds(500))
        return [State(machine: PeerMachine(configuration))]
    }

    func actions(in state: State) -> [Action] {
        guard !state.isShut else { return [] }
        var actions = Step.allCases.filter { !state.given.contains($0) && state.given.count < 3 }.map(Action.give)
        if !state.asked.isEmpty { actions += [.answer(true), .answer(false)] }
        actions.append(.gathered)
        if state.replacedCount == 1 { actions.append(.replaceFails) }
        if state.asked.first == .apply { actions.append(.adopts) }
        return actions + state.timers.sorted { "\($0)" < "\($1)" }.map(Action.fire)
    }

    func step(_ state: State, _ action: Action) -> State? {
        var next = state
        switch action {
        case .give(let step):
            next.given.append(step)
            pass(.command(step.command), &next)
        case .answer(let isGood):
            let question = next.asked.removeFirst()
            if bug == .losesAnswer, question == .tones { return next }
            pass(question.answer(isGood), &next)
            if bug == .answersTwice, question == .apply { pass(question.answer(isGood), &next) }
        case .gathered: pass(.gathered, &next)
        case .replaceFails:
            next.replacedCount = 0
            if bug != .losesReplaceFailure { pass(.replaceFailed, &next) }
        case .adopts:
            next.isSpeakerOpen = true
            if bug != .losesAdoption { pass(.adopted, &next) }
        case .fire(let timer):
            if bug != .firesStoppedTimer { next.timers.remove(timer) }
            pass(.timerFired(timer), &next)
        }
        return next
    }

    private func pass(_ event: PeerMachine.Event, _ state: inout State) {
        var effects: [PeerMachine.Effect] = []
        state.machine.handle(event, into: &effects)
        for effect in effects {
            state.isLate = state.isLate || state.isShut
            switch effect {
            case .makeOffer, .makeAnswer: state.asked.append(.description)
            case .setLocal, .setRemote: state.asked.append(.apply)
            case .insertTones: state.asked.append(.tones)
            case .readLocalDescription: if !state.asked.contains(.local) { state.asked.append(.local) }
            case .askStatistics: if !state.asked.contains(.statistics) { state.asked.append(.statistics) }
            case .startTimer(let timer, _): state.timers.insert(timer)
            case .stopTimer(let timer): state.timers.remove(timer)
            case .send(let event):
                if let id = event.answered { state.answers[id] = min(state.answers[id, default: 0] + 1, 2) }
            case .shut: state.isShut = true
            case .setIceServers: state.asked.append(.servers)
            case .setDirection: state.asked.append(.direction)
            case .replace:
                state.replacedCount += 1
                (state.wasSpeakerOpen, state.isSpeakerOpen) = (state.isSpeakerOpen, true)
            case .closeReplaced: if bug != .keepsReplaced { state.replacedCount -= 1 }
            case .restoreReplaced:
                state.replacedCount -= 1
                state.isSpeakerOpen = state.wasSpeakerOpen
            case .setSpeaker(let isOpen): state.isSpeakerOpen = isOpen
            case .addCandidate, .setMicrophone: break
            }
        }
    }

    var properties: [Property<State>] {
        [
            Property(.never, "a command is answered twice") { $0.answers.values.contains { $0 > 1 } },
            Property(.never, "something follows the end") { $0.isLate },
            Property(.never, "two operations are under way") { state in
                state.asked.count { [.description, .apply, .tones, .servers].contains($0) } > 1
            },
            Property(.always, "at rest every command was answered") { state in
                let isResting =
                    state.asked.allSatisfy { $0 == .statistics }
                    && state.timers.isSubset(of: [.statistics, .interruption])
                return !isResting || state.isShut || state.given.compactMap(\.id).allSatisfy { state.answers[$0] == 1 }
            },
            Property(.never, "two connections are replaced at once") { !(0...1).contains($0.replacedCount) },
            Property(.always, "at rest no replaced connection is left") { state in
                !state.asked.allSatisfy { $0 == .statistics } || state.isShut || state.replacedCount == 0
            },
            Property(.always, "at rest a peer that holds is not played") { state in
                !state.asked.allSatisfy { $0 == .statistics } || state.isShut || !state.given.contains(.quiet)
                    || !state.isSpeakerOpen
            },
            Property(.sometimes, "the connection of a peer that holds is replaced") {
                $0.replacedCount == 1 && $0.given.contains(.quiet)
            },
            Property(.sometimes, "a connection is replaced") { $0.replacedCount == 1 },
            Property(.sometimes, "an offer waits for its candidates") { $0.timers.contains(.gathering) },
        ]
    }
}

extension PeerModel.Step {
    fileprivate var id: MediaCommand.ID? {
        switch self {
        case .offer: 1
        case .tones: 3
        case .answer: 4
        case .called: 5
        case .calledBack: 6
        case .rollBack, .servers, .direction, .quiet, .close: nil
        }
    }

    fileprivate var command: MediaCommand {
        switch self {
        case .offer: .createOffer(id: 1, iceRestart: false)
        case .tones: .sendTones(id: 3, "1", toneMilliseconds: 100)
        case .answer: .acceptAnswer(id: 4, sdp: "v=0", provisional: false)
        case .called: .acceptOffer(id: 5, sdp: PeerScript.sdp(by: "first"))
        case .calledBack: .acceptOffer(id: 6, sdp: PeerScript.sdp(by: "second"))
        case .rollBack: .rollBack
        case .servers: .setIceServers(["192.0.2.1", "192.0.2.2"].map { IceServer(host: $0) })
        case .direction: .setDirection(.sendonly)
        case .quiet: .setListening(false)
        case .close: .close
        }
    }
}

extension PeerModel.Question {
    fileprivate func answer(_ isGood: Bool) -> PeerMachine.Event {
        switch self {
        case .description: .made(isGood ? "v=0" : nil)
        case .apply: .applied(isGood, isGathered: false)
        case .tones: .tonesTaken(isGood)
        case .local: .localDescription(isGood ? "v=0" : nil)
        case .statistics: .statistics([])
        case .servers: .iceServersTaken(isGood)
        case .direction: .directionTaken(isGood)
        }
    }
}

extension MediaEvent {
    /// The command this answers.
    fileprivate var answered: MediaCommand.ID? {
        switch self {
        case .localDescription(let id, _), .accepted(let id), .commandFailed(let id, _), .tonesSent(let id): id
        default: nil
        }
    }
}
