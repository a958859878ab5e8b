public import CallModel
public import Redaction

/// A command of a ring session to its call to a number. A repeated command changes nothing.
public enum CallCommand: Hashable, Sendable {
    /// Ring a device, on a leg of that name. A device without a connection is rung by the same command after its
    /// login.
    case ring(LegID, user: UserID, device: DeviceID)
    /// Join the caller and a leg that has answered: that leg has the call.
    case join(LegID)
    /// End a leg. If it is the caller's, or is joined to the caller, the call ends.
    case hangUp(LegID, Ending)
    /// Ring the attendant, who takes a message from the caller.
    case recordMessage
}

/// The result of a command.
public enum CallCommandResult: Hashable, Sendable {
    /// The command was carried out, now or before. Its consequences are reported as ``CommandedCallEvent``.
    case done
    /// The call is over or unknown.
    case callOver
    /// The leg is over or unknown.
    case legOver
    /// The leg has not answered.
    case notAnswered
    /// The command is refused: the caller is joined to another leg, or no attendant takes messages.
    case refused
}

/// An event of a call to a number, reported to its ring session in place of the journal. The caller's leg is number 0
/// of its session.
public enum CommandedCallEvent: Hashable, Sendable {
    /// The call was placed, and waits for its first command.
    case placed(CallPlacement)
    /// A device was told to ring.
    case ringing(LegID)
    /// A device answered, and waits to be joined.
    case answered(LegID)
    /// The caller and the leg were joined.
    case joined(LegID)
    /// A device began to hold the call, or resumed it.
    case held(LegID, Bool)
    /// A leg is over. `isOwnDoing`: its own device ended it.
    case over(LegID, Ending, isOwnDoing: Bool)
    /// A device without a leg has logged in, and its user is among those the call rings.
    case arrived(UserID, DeviceID)
    /// The attendant has answered. From now on it speaks with the caller alone.
    case attended
    /// The attendant did not answer.
    case unattended
}

/// A call that a device has placed to a number.
public struct CallPlacement: Hashable, Sendable {
    /// The user who placed it.
    public let caller: UserID
    /// The device that placed it.
    public let device: DeviceID
    /// The caller's name and number and the dialed text, as called devices are shown them.
    public let callerName: Redacted<String>
    /// The number that goes with the name; see there.
    public let callerNumber: Redacted<String>
    /// The text the caller dialed.
    public let dialled: Redacted<String>
    /// Whether an attendant can take a message.
    public let hasAttendant: Bool
}

extension Exchange {
    /// Carries out a command of a ring session.
    mutating func carryOut(_ command: CallCommand, in session: CallSessionID, _ turn: inout Turn) {
        let result = calls[session]?.acceptsCommands == true ? perform(command, in: session, &turn) : .callOver
        turn.effects.append(.commandResult(result))
    }

    private mutating func perform(
        _ command: CallCommand, in session: CallSessionID, _ turn: inout Turn
    ) -> CallCommandResult {
        switch command {
        case .ring(let leg, let user, let device): ring(leg, user, device, in: session, &turn)
        case .join(let leg): calls[session]?.join(leg, &turn) ?? .callOver
        case .hangUp(let leg, let ending): calls[session]?.hangUp(leg, ending, &turn) ?? .callOver
        case .recordMessage: recordMessage(in: session, &turn)
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
            turn.effects.append(.callEvent(session, .over(leg, Ending(.unreachable), isOwnDoing: false)))
            return .done
        }
        registrations.add(LegIndex(session: session, index: index), named: callID, to: login.id)
        return .done
    }

    private mutating func recordMessage(in session: CallSessionID, _ turn: inout Turn) -> CallCommandResult {
        if let known = calls[session]?.attendance { return known }
        guard let attendant = calls[session]?.attendant,
            let device = registrations.sessions(of: attendant).first(where: { $0.connection != nil }),
            let index = calls[session]?.summon(device, &turn), let callID = calls[session]?.legs[index].callID
        else { return .refused }
        registrations.add(LegIndex(session: session, index: index), named: callID, to: device.id)
        return .done
    }

    /// Tells every call to a number that rings the device's user that the device has logged in.
    mutating func welcome(_ device: RegisteredSession, _ turn: inout Turn) {
        for session in registrations.user(device.user).expectedIn.sorted() {
            guard let (index, former) = calls[session]?.welcome(device, &turn),
                let callID = calls[session]?.legs[index].callID
            else { continue }
            let address = LegIndex(session: session, index: index)
            registrations.release(address, named: callID, of: former)
            registrations.forget(address, named: callID, of: former)
            forgetIfRevoked(former, &turn)
            registrations.add(address, named: callID, to: device.id)
        }
    }

    /// Whether a leg of a call to a number exists and is not over.
    public func isLive(_ leg: LegID, of session: CallSessionID) -> Bool {
        calls[session]?.legs.contains { $0.id == leg && !$0.isOver } == true
    }

    /// Whether the attendant answered a call to a number. This is known until the ended call is forgotten.
    public func isAttended(_ session: CallSessionID) -> Bool {
        guard let call = calls[session], let leg = call.commanded?.attendantLeg else { return false }
        return call.answeredBy == leg
    }

    /// Whether a live call to a number rings the user, or did.
    public func isExpected(_ user: UserID) -> Bool { !registrations.user(user).expectedIn.isEmpty }
}

extension CallSession {
    fileprivate var acceptsCommands: Bool { commanded != nil && !isEnded }

    fileprivate func wasOrdered(_ leg: LegID) -> Bool {
        legs.contains { $0.id == leg } || commanded?.unreachable.contains(leg) == true
    }

    fileprivate mutating func expect(_ user: UserID) {
        if commanded?.users.contains(user) == false { commanded?.users.append(user) }
    }
}
