package import CallModel
import DeviceModel
package import PhoneCore

/// The surroundings of a phone in the scopes, without the phone. Tests drive it to compare the explored exchange with a
/// real one.
package struct ExploredEnvironment {
    private var world: PhoneWorld
    /// Whether the exchange cannot be reached.
    private var isAway = false
    private var refusesCredentials = false

    /// How long the exchange keeps an answered call whose phone is gone, and a placed one.
    package static let resumeTime = PhoneWorld.resumeTime
    package static let callerGraceTime = PhoneWorld.callerGraceTime
    /// How long it does not know that the phone is gone, if the end of the process goes unseen.
    package static let deadTime = PhoneWorld.deadTime
    /// How long the client waits for the INVITE of a call in its session.
    package static let unknownCallWait = PhoneWorld.unknownCallWait

    /// Makes surroundings with up to two incoming calls and one dialed call.
    ///
    /// - Parameter takesSessionsUp: whether all processes have the same signaling session.
    package init(hasCredentials: Bool, takesSessionsUp: Bool = true) {
        let faults = PhoneFaults(calls: 2, dials: 1, membership: hasCredentials ? .own : .stranger, pathChanges: 1)
        world = PhoneWorld(
            policy: DeviceProfile.ios26.policy, faults: faults,
            plantedFault: takesSessionsUp ? nil : .sessionOfEachProcess, memory: PhoneTransitionCache())
    }

    /// The registration over which the calls come.
    package var registration: RegistrationID { world.registration }

    /// The id of the call that may be dialed.
    package var dialed: CallUUID { world.sessions[Self.dialedNumber].call }
    private static let dialedNumber = 2

    // MARK: - The phone's orders

    package mutating func order(_ order: SignalingOrder) { world.carryOut(order) }

    package mutating func order(_ order: LineOrder) {
        if case .dial = order { world.accept(dialed) }
        world.carryOut(order)
    }

    /// Returns and removes the events that signaling has reported since the last call.
    package mutating func handleEndPush() -> [PhoneEvent] {
        defer { (world.saidAtOnce, world.signaling) = ([], []) }
        return world.saidAtOnce + world.signaling
    }

    // MARK: - Events outside

    package mutating func refuseCredentials() { refusesCredentials = true }

    package mutating func breakConnection() { world.breakLink(of: registration) }

    /// - Parameter isAway: whether the exchange is unreachable from now on.
    package mutating func setAway(_ isAway: Bool) {
        self.isAway = isAway
        if isAway, world.link == .ready { breakConnection() }
    }

    /// Moves the phone to another network without telling it.
    package mutating func changeNetwork() {
        world.changePath(to: .wifi(network: world.paths.current.network + 1))
        while case .path(let timer) = world.countdowns.popFirst(where: { if case .path = $0 { true } else { false } }) {
            world.pass(timer)
        }
    }

    /// Ends the process of the phone; the next one has no connection yet.
    ///
    /// - Parameter isHeard: whether the exchange learns of the end at once.
    package mutating func beginProcess(isHeard: Bool) {
        world.faults.missesDeaths = !isHeard
        world.dropProcess()
    }

    package mutating func call(_ number: UInt8) { world.placeCall(number) }
    package mutating func answerElsewhere(_ number: UInt8) { world.answerElsewhere(number) }
    package mutating func answerByPeer() { world.answerByPeer(UInt8(Self.dialedNumber)) }

    /// Ends a call by the other side; if a call was dialed, that one.
    package mutating func end(_ number: UInt8) {
        world.endByCaller(isDialed ? UInt8(Self.dialedNumber) : number)
    }

    private var isDialed: Bool { world.sessions[Self.dialedNumber].stage != .unborn }

    /// Performs the next step that the exchange takes by itself.
    ///
    /// - Returns: whether there was such a step.
    package mutating func goOn() -> Bool {
        switch world.link {
        case .connecting where isAway: world.refuseLink(.unreachable)
        case .connecting where refusesCredentials: world.refuseLink(.refused)
        case .connecting, .broken:
            guard !isAway else { return false }
            world.connect(world.registration)
        case .ready: return speak()
        case .offline: return false
        }
        return true
    }

    private mutating func speak() -> Bool {
        guard world.isHeard else { return false }
        if let next = world.sessions.first(where: { $0.line?.awaitsMedia == true }) {
            world.letMediaFlow(next.number)
        } else if let next = world.sessions.first(where: {
            $0.direction == .inbound && $0.stage == .ringing && $0.line == nil && !$0.isLeftBehind
        }) {
            world.invite(next.number)
        } else if world.hasStrays {
            world.endUnknownCalls(of: world.registration)
        } else {
            return false
        }
        return true
    }

    // MARK: - The other side's view

    /// How a call ended.
    package func ending(of number: UInt8) -> EndReason? {
        let session = world.sessions[isDialed ? Self.dialedNumber : Int(number)]
        return if case .over(let reason) = session.stage { reason } else { nil }
    }

    /// Whether the other side of a call hears the phone.
    package func isHeard(by number: UInt8) -> Bool {
        guard let line = world.sessions[Int(number)].line, world.isHeard else { return false }
        return line.machine.state.progress == .active && line.machine.state.hold == .off && !line.isMuted
    }
}
