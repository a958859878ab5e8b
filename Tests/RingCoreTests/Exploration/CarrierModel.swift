import CallModel
import RingCore

/// A carrier as it is: what a command does there, and what it says of it.
struct CarrierModel: Hashable, Sendable {
    enum Leg: UInt8, Hashable, Sendable {
        case none, ringing, answered, over
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
    /// Names of commands that were done, as long as somebody may repeat them. What was refused is decided on anew.
    var done: [RingCommandID] = []
    var violations: [String] = []
    let habits: CarrierHabits

    init(legs count: Int, _ habits: CarrierHabits = CarrierHabits()) {
        self.habits = habits
        legs = [.ringing] + Array(repeating: .none, count: count)
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
            if isRecording { mail.append(.messageSaved) }
            isRecording = false
            playing = nil
        }
        if bridgedTo == number || number == 0 { bridgedTo = nil }
        if consulting.contains(number) { consulting = [] }
        mail.append(isDeclined ? .declined(number) : .hungUp(number))
    }

    /// - Parameter epoch: of the command, as its name says.
    mutating func perform(
        _ command: CarrierCommand, epoch: UInt32, _ numbers: (LegRef) -> Int, _ mail: inout [Mail]
    ) -> Answer {
        switch command {
        case .dial(let leg, _), .barge(let leg, _): return dial(numbers(.leg(leg)), &mail)
        case .answer(let leg): return answer(numbers(leg), &mail)
        case .bridge(let leg, _): return bridge(numbers(.leg(leg)), epoch, &mail)
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
        case .play(let purpose): return onAnswered { $0.playing = purpose }
        case .stopPlayback:
            if let playing { mail.append(.playbackEnded(playing.rawValue)) }
            return onAnswered { $0.playing = nil }
        case .recordMessage:
            if bridgedTo != nil { violations.append("I6: a message recorded under a conversation") }
            return onAnswered { $0.isRecording = true }
        case .stopRecording:
            if isRecording { mail.append(.messageSaved) }
            return onAnswered { $0.isRecording = false }
        case .confirm: return .result(.refused)
        }
    }

    private mutating func onAnswered(_ change: (inout CarrierModel) -> Void) -> Answer {
        guard isCallerThere else { return .result(.alreadyOver) }
        guard !isParked else { return .result(.notAnswered) }
        change(&self)
        return .result(.accepted(nil))
    }

    private mutating func dial(_ number: Int, _ mail: inout [Mail]) -> Answer {
        guard isCallerThere else { return .result(.alreadyOver) }
        if legs[number] != .none { violations.append("a phone was dialled twice") }
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

    private mutating func bridge(_ number: Int, _ epoch: UInt32, _ mail: inout [Mail]) -> Answer {
        guard isCallerThere, legs[number] != .over else { return .result(.alreadyOver) }
        guard !isParked else { return .result(.notAnswered) }
        guard legs[number] == .answered else { return .result(.conflict) }
        guard bridgedTo == nil || bridgedTo == number else { return .result(.refused) }
        if bridgedTo == nil {
            mail += [.callerBridged(to: habits.namesBridges ? number : 0, epoch: epoch), .bridged(number)]
        }
        if isRecording { violations.append("I6: a conversation under a recording message") }
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

    /// The caller, whoever they talked to, is left with what is played to them.
    private mutating func consult(_ winner: Int, _ number: Int, _ mail: inout [Mail]) -> Answer {
        guard legs[winner] != .over, legs[number] != .over else { return .result(.alreadyOver) }
        guard legs[number] == .answered, legs[winner] == .answered else { return .result(.conflict) }
        consulting = [winner, number]
        if bridgedTo == winner || bridgedTo == number { bridgedTo = nil }
        mail += [.bridged(winner), .bridged(number)]
        return .result(.accepted(nil))
    }
}
