import CallModel
import RingCore

/// A carrier as it is: the results of a command there, and its reports of them.
struct CarrierModel: Hashable, Sendable {
    enum Leg: UInt8, Hashable, Sendable {
        case none, ringing, answered, over
    }

    enum Tape: UInt8, Hashable, Sendable {
        case none, running, paused, over
    }

    enum Answer: Hashable, Sendable {
        case result(CommandResult)
        case looked(Liveness)
    }

    /// The caller's first, then by number.
    var legs: [Leg]
    var isParked = true
    /// Whom the caller is joined to.
    var bridgedTo: Int?
    /// Two legs of devices that are joined to each other.
    var consulting: Set<Int> = []
    var playing: CommandPurpose?
    var isRecording = false
    /// Messages that were begun.
    var messages = 0
    /// The recording of a conversation, on the caller's leg.
    var tape = Tape.none
    /// Legs whose side holds.
    var holding: Set<Int> = []
    /// Names of commands that were done, as long as they may be repeated. A refused command is decided on anew.
    var done: [RingCommandID] = []
    var violations: [String] = []
    let habits: CarrierHabits

    init(legs count: Int, _ habits: CarrierHabits = CarrierHabits()) {
        self.habits = habits
        legs = [.ringing] + Array(repeating: .none, count: count)
    }

    /// The recordings that it has handed over, or meant to.
    var recordings: [(recording: RecordingID, kind: RecordingKind)] {
        let count = isRecording ? messages - 1 : messages
        let all = (0..<max(count, 0)).map { (RecordingID("m\($0 + 1)"), RecordingKind.message) }
        return tape == .over ? all + [(RecordingID("c"), .conversation)] : all
    }

    var isCallerThere: Bool { legs[0] != .over }
    /// Whether a caller whose call was taken hears nothing at all.
    var isSilent: Bool {
        isCallerThere && !isParked && bridgedTo == nil && playing == nil && !isRecording
    }

    mutating func end(_ number: Int, _ mail: inout [Mail], isDeclined: Bool = false) {
        guard legs[number] != .over, legs[number] != .none else { return }
        legs[number] = .over
        if number == 0 {
            if isRecording { mail.append(.messageSaved(messages)) }
            isRecording = false
            playing = nil
            saveTape(&mail)
        }
        holding.remove(number)
        if bridgedTo == number || number == 0 { bridgedTo = nil }
        if consulting.contains(number) { consulting = [] }
        mail.append(isDeclined ? .declined(number) : .hungUp(number))
    }

    /// Whom a user called is the one who is joined to others from now on, and the user's own leg has another number.
    mutating func changePlaces(of callee: Int, and caller: Int) {
        (legs[caller], legs[0], legs[callee]) = (legs[0], legs[callee], .over)
        if bridgedTo == callee { bridgedTo = caller }
        holding = Set(holding.map { $0 == 0 ? caller : $0 == callee ? 0 : $0 })
    }

    /// Whether a party is recorded that does not talk to the winner.
    var recordsSilence: Bool {
        tape == .running && isCallerThere && (bridgedTo == nil || !holding.isDisjoint(with: [0, bridgedTo ?? 0]))
    }

    private mutating func saveTape(_ mail: inout [Mail]) {
        if tape == .running || tape == .paused {
            tape = .over
            mail.append(.conversationSaved)
        }
    }

    /// - Parameter epoch: of the command, as its name says.
    mutating func perform(
        _ command: CarrierCommand, epoch: UInt32, _ numbers: (LegRef) -> Int, _ mail: inout [Mail]
    ) -> Answer {
        switch command {
        case .dial(let leg, _), .barge(let leg, _): return dial(numbers(.leg(leg)), &mail)
        case .answer(let leg): return answer(numbers(leg), &mail)
        case .bridge(let leg, let records): return bridge(numbers(.leg(leg)), epoch, records: records, &mail)
        case .rebridge(let leg): return rebridge(numbers(.leg(leg)), epoch, &mail)
        case .consult(let winner, let leg): return consult(numbers(.leg(winner)), numbers(.leg(leg)), &mail)
        case .hangUp(let leg, _):
            let number = numbers(leg)
            guard legs[number] != .over, legs[number] != .none else { return .result(.alreadyOver) }
            end(number, &mail)
            return .result(.accepted(nil))
        case .reject:
            guard isCallerThere else { return .result(.alreadyOver) }
            guard isParked else { return .result(.refused) }
            end(0, &mail)
            return .result(.accepted(nil))
        case .look(let leg):
            let state = legs[numbers(leg)]
            return .looked(state == .over || state == .none ? .over : .alive)
        case .play(.playRingback) where habits.ringback == .refused: return .result(.refused)
        case .play(let purpose):
            if let playing, playing == .announceRecording { mail.append(.playbackEnded(playing.rawValue)) }
            return onAnswered { $0.playing = purpose }
        case .stopPlayback:
            if let playing { mail.append(.playbackEnded(playing.rawValue)) }
            return onAnswered { $0.playing = nil }
        case .recordMessage:
            if bridgedTo != nil { violations.append("I6: a message recorded under a conversation") }
            if isRecording { violations.append("I9: a message begun twice") }
            return onAnswered {
                $0.isRecording = true
                $0.messages += 1
            }
        case .stopRecording:
            if isRecording { mail.append(.messageSaved(messages)) } else { saveTape(&mail) }
            return onAnswered { $0.isRecording = false }
        case .recordConversation: return turn(to: .running, from: .none)
        case .pauseRecording: return turn(to: .paused, from: .running)
        case .resumeRecording: return turn(to: .running, from: .paused)
        case .confirm: return .result(.refused)
        }
    }

    private mutating func turn(to next: Tape, from last: Tape) -> Answer {
        guard isCallerThere else { return .result(.alreadyOver) }
        if last == .none, tape != .none { violations.append("I12: the caller is recorded a second time") }
        guard tape == last else { return .result(.refused) }
        tape = next
        return .result(.accepted(nil))
    }

    private mutating func onAnswered(_ change: (inout CarrierModel) -> Void) -> Answer {
        guard isCallerThere else { return .result(.alreadyOver) }
        guard !isParked else { return .result(.notAnswered) }
        change(&self)
        return .result(.accepted(nil))
    }

    private mutating func dial(_ number: Int, _ mail: inout [Mail]) -> Answer {
        guard isCallerThere else { return .result(.alreadyOver) }
        if legs[number] != .none { violations.append("I9: a phone was dialed twice") }
        legs[number] = .ringing
        mail.append(.initiated(number))
        return .result(.accepted(CarrierLegID("leg \(number)")))
    }

    private mutating func answer(_ number: Int, _ mail: inout [Mail]) -> Answer {
        guard isCallerThere else { return .result(.alreadyOver) }
        if isParked {
            isParked = false
            legs[0] = .answered
            mail.append(.answered(number))
        }
        return .result(.accepted(nil))
    }

    private mutating func bridge(
        _ number: Int, _ epoch: UInt32, records: Bool, _ mail: inout [Mail]
    ) -> Answer {
        guard isCallerThere, legs[number] != .over else { return .result(.alreadyOver) }
        guard !isParked else { return .result(.notAnswered) }
        guard legs[number] == .answered else { return .result(.conflict) }
        if let bridgedTo, bridgedTo != number {
            if habits.preventsDoubleBridges { return .result(.refused) }
            violations.append("I1: the caller is joined to two legs")
        }
        if bridgedTo == nil {
            mail += [.callerBridged(to: habits.namesBridges ? number : 0, epoch: epoch), .bridged(number)]
        }
        if isRecording { violations.append("I6: a conversation under a recording message") }
        if records, bridgedTo == nil {
            if tape != .none { violations.append("I12: the caller is recorded a second time") }
            tape = .running
        }
        bridgedTo = number
        playing = nil
        return .result(.accepted(nil))
    }

    private mutating func rebridge(_ number: Int, _ epoch: UInt32, _ mail: inout [Mail]) -> Answer {
        guard isCallerThere, legs[number] != .over else { return .result(.alreadyOver) }
        guard legs[number] == .answered else { return .result(.conflict) }
        mail += [.callerBridged(to: habits.namesBridges ? number : 0, epoch: epoch), .bridged(number)]
        if consulting.contains(number) { consulting = [] }
        bridgedTo = number
        playing = nil
        return .result(.accepted(nil))
    }

    /// The caller, who talked to any leg before, only hears playback.
    private mutating func consult(_ winner: Int, _ number: Int, _ mail: inout [Mail]) -> Answer {
        guard legs[winner] != .over, legs[number] != .over else { return .result(.alreadyOver) }
        guard legs[number] == .answered, legs[winner] == .answered else { return .result(.conflict) }
        consulting = [winner, number]
        if bridgedTo == winner || bridgedTo == number { bridgedTo = nil }
        mail += [.bridged(winner), .bridged(number)]
        return .result(.accepted(nil))
    }
}
