public import CallModel
public import Redaction

/// What a call to a number is told to do by whoever decides it. Said twice, it is done once.
public enum CallCommand: Hashable, Sendable {
    /// Ring a device under that name. Where it has no connection, it is told again once the device has logged in.
    case ring(LegID, user: UserID, device: DeviceID)
    /// Join the caller and a leg that has answered: the call is its.
    case join(LegID)
    /// End a leg. With the caller's, or the one it is joined to, ends the call.
    case hangUp(LegID, Ending)
    /// Bring the caller to the attendant, who takes a message.
    case takeMessage
}

/// What came of a command about a call.
public enum CallCommandResult: Hashable, Sendable {
    /// Done, now or before. What becomes of it is news.
    case done
    /// The call is over, or was never here.
    case callOver
    /// The leg is over, or was never here.
    case legOver
    /// The leg has not answered.
    case notAnswered
    /// It will not be done: the caller is joined to another, or nobody takes messages.
    case refused
}

/// What happens to a call to a number: for whoever decides it, who is told instead of the journal. The caller's leg is
/// number 0 of its session.
public enum CallNews: Hashable, Sendable {
    /// It was placed, and waits for its first command.
    case placed(CallPlacement)
    /// A device was told to ring.
    case ringing(LegID)
    /// A device answered, and waits to be joined.
    case answered(LegID)
    /// Caller and leg were joined.
    case joined(LegID)
    /// One side holds, or no longer does.
    case held(LegID, Bool)
    /// A leg is over. `isOwnDoing`: its own device ended it.
    case over(LegID, Ending, isOwnDoing: Bool)
    /// A device of a user who is rung has logged in, and has no leg.
    case arrived(UserID, DeviceID)
    /// The attendant has answered: greeting and message are between it and the caller.
    case attended
    /// The attendant did not answer.
    case unattended
}

/// A call that a device has placed to a number.
public struct CallPlacement: Hashable, Sendable {
    public let caller: UserID
    public let device: DeviceID
    /// The caller's name and number, and what was dialled, as the called devices are shown them.
    public let callerName: Redacted<String>
    public let callerNumber: Redacted<String>
    public let dialled: Redacted<String>
    /// Whether a message can be taken.
    public let hasAttendant: Bool
}

extension Exchange {
    /// Does what whoever decides a call to a number has commanded.
    mutating func obey(_ command: CallCommand, in session: CallSessionID, _ turn: inout Turn) {
        let result = calls[session]?.takesCommands == true ? perform(command, in: session, &turn) : .callOver
        turn.effects.append(.commandResult(result))
    }

    private mutating func perform(
        _ command: CallCommand, in session: CallSessionID, _ turn: inout Turn
    ) -> CallCommandResult {
        switch command {
        case .ring(let leg, let user, let device): ring(leg, user, device, in: session, &turn)
        case .join(let leg): calls[session]?.join(leg, &turn) ?? .callOver
        case .hangUp(let leg, let ending): calls[session]?.hangUp(leg, ending, &turn) ?? .callOver
        case .takeMessage: takeMessage(in: session, &turn)
        }
    }

    private mutating func ring(
        _ leg: LegID, _ user: UserID, _ device: DeviceID, in session: CallSessionID, _ turn: inout Turn
    ) -> CallCommandResult {
        guard calls[session]?.wasOrdered(leg) == false else { return .done }
        calls[session]?.expect(user)
        registrations.expect(user, in: session)
        let logins = registrations.sessionsToRing(of: user).filter { $0.device == device }
        guard let login = logins.last(where: { $0.connection != nil }) ?? logins.last,
            let index = calls[session]?.ring(leg, on: login, &turn), let callID = calls[session]?.legs[index].callID
        else {
            calls[session]?.commanded?.unreachable.insert(leg)
            turn.effects.append(.news(session, .over(leg, Ending(.unreachable), isOwnDoing: false)))
            return .done
        }
        registrations.add(LegAddress(session: session, index: index), named: callID, to: login.id)
        return .done
    }

    private mutating func takeMessage(in session: CallSessionID, _ turn: inout Turn) -> CallCommandResult {
        if let known = calls[session]?.attendance { return known }
        guard let attendant = calls[session]?.attendant,
            let device = registrations.sessions(of: attendant).first(where: { $0.connection != nil }),
            let index = calls[session]?.summon(device, &turn), let callID = calls[session]?.legs[index].callID
        else { return .refused }
        registrations.add(LegAddress(session: session, index: index), named: callID, to: device.id)
        return .done
    }

    /// A device has logged in: calls to numbers that ring its user hear of it.
    mutating func welcome(_ device: RegisteredSession, _ turn: inout Turn) {
        for session in registrations.user(device.user).expectedIn.sorted() {
            guard let (index, former) = calls[session]?.welcome(device, &turn),
                let callID = calls[session]?.legs[index].callID
            else { continue }
            let address = LegAddress(session: session, index: index)
            registrations.release(address, named: callID, of: former)
            registrations.forget(address, named: callID, of: former)
            forgetIfRevoked(former, &turn)
            registrations.add(address, named: callID, to: device.id)
        }
    }

    /// Whether a leg of a call to a number stands.
    public func isLive(_ leg: LegID, of session: CallSessionID) -> Bool {
        calls[session]?.legs.contains { $0.id == leg && !$0.isOver } == true
    }

    /// Whether the attendant has answered a call to a number; remembered for a while after its end.
    public func isAttended(_ session: CallSessionID) -> Bool {
        guard let call = calls[session], let leg = call.commanded?.attendantLeg else { return false }
        return call.answeredBy == leg
    }

    /// Whether a call to a number rings a user, or has.
    public func isExpected(_ user: UserID) -> Bool { !registrations.user(user).expectedIn.isEmpty }
}

extension CallSession {
    fileprivate var takesCommands: Bool { commanded != nil && !isEnded }

    fileprivate func wasOrdered(_ leg: LegID) -> Bool {
        legs.contains { $0.id == leg } || commanded?.unreachable.contains(leg) == true
    }

    fileprivate mutating func expect(_ user: UserID) {
        if commanded?.users.contains(user) == false { commanded?.users.append(user) }
    }
}
