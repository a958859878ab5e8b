import CallModel
import PhoneCore

/// Calls that outlive their process, or their end on the phone, at the exchange.
///
/// A registration's signaling session has the same name in every process. So the exchange offers the next process the
/// calls of the one before, and the client of that process, which does not know them, ends them.
extension PhoneWorld {
    /// How long the exchange keeps an answered call whose phone is gone, once it knows of that. These limits are those
    /// of the real exchange and the real client.
    static let resumeTime = Duration.seconds(60)
    /// How long it keeps the connection of a process that has ended unseen, and knows nothing of that.
    static let deadTime = Duration.seconds(120)
    /// How long the called party of a placed call rings on without its caller.
    static let callerGraceTime = Duration.seconds(6)
    /// How long a client waits for the INVITE of a call that its session has and it does not know.
    static let unknownCallWait = Duration.seconds(5)

    /// Drops a call's line, because its process has ended. The exchange keeps a call that was answered or placed.
    mutating func leaveBehind(_ index: Int) {
        let session = sessions[index]
        sessions[index].isLeftBehind =
            faults.missesDeaths && session.direction == .inbound && session.stage == .ringing
            && (session.isLeftBehind || session.hasLiveLine)
        guard session.line != nil else { return }
        sessions[index].line = nil
        guard session.isLostWithProcess else { return }
        sessions[index].detached = session.stage == .answered ? .active : .placed
    }

    /// Drops the line of a call whose end has not arrived. The exchange keeps a call that was answered or placed, as if
    /// its process had ended, and rings again for one that only rang.
    mutating func keepUnreleased(_ index: Int) {
        let session = sessions[index]
        sessions[index].line = nil
        guard session.isLostWithProcess else { return }
        sessions[index].detached = session.stage == .answered ? .active : .placed
        awaitReturn(to: registration(of: session))
    }

    /// Has the exchange wait for the calls of a connection that is gone.
    ///
    /// - Parameter unseenTime: how long it does not know that.
    mutating func awaitReturn(to registration: RegistrationID, unseenTime: Duration = .zero) {
        countdowns.stop(.unknownCalls(registration))
        for index in detached(at: registration) {
            let number = sessions[index].number
            guard !countdowns.owners.contains(.resumption(number)) else { continue }
            countdowns.start(.resumption(number), after: unseenTime + Self.resumeTime)
            guard sessions[index].stage == .ringing else { continue }
            countdowns.start(.callerGrace(number), after: unseenTime + Self.callerGraceTime)
        }
    }

    /// Gives a new connection the calls of its session. An active one is offered before the connection counts as ready,
    /// and the client answers with BYE at once. Of one that was being placed the client learns only that it exists, and
    /// waits for its INVITE.
    mutating func resumeSession(_ registration: RegistrationID) {
        guard plantedFault != .sessionOfEachProcess else { return }
        for index in detached(at: registration) {
            stopWaiting(for: sessions[index].number)
            if sessions[index].detached == .active { endDetached(index, .completed) }
        }
        if !detached(at: registration).isEmpty {
            countdowns.start(.unknownCalls(registration), after: Self.unknownCallWait)
        }
    }

    /// Has the client end the calls for which no INVITE came. A BYE over a dead connection does not arrive.
    mutating func endUnknownCalls(of registration: RegistrationID) {
        guard isHeard(over: registration) else { return }
        for index in detached(at: registration) {
            endDetached(index, sessions[index].stage == .answered ? .completed : .cancelled)
        }
    }

    /// Has the exchange give up the phone of a call.
    mutating func endResumption(of number: UInt8) {
        endDetached(Int(number), sessions[Int(number)].stage == .answered ? .dropped : .cancelled)
    }

    private mutating func endDetached(_ index: Int, _ reason: EndReason) {
        sessions[index].stage = .over(reason)
        forgetDetached(index)
    }

    /// Drops what waits for the end of a call that is over.
    mutating func forgetDetached(_ index: Int) {
        guard sessions[index].detached != nil else { return }
        sessions[index].detached = nil
        stopWaiting(for: sessions[index].number)
        let registration = registration(of: sessions[index])
        if detached(at: registration).isEmpty { countdowns.stop(.unknownCalls(registration)) }
    }

    private mutating func stopWaiting(for number: UInt8) {
        countdowns.stop(.resumption(number))
        countdowns.stop(.callerGrace(number))
    }

    private func detached(at registration: RegistrationID) -> [Int] {
        sessions.indices.filter { index in
            sessions[index].detached != nil && self.registration(of: sessions[index]) == registration
        }
    }
}
