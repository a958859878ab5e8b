import CallModel
package import DeviceModel
package import Explorer
import PhoneCore

/// The real phone on the model of its device, called by an exchange, with every order of events within bounds.
package struct PhoneScopeModel: Model {
    let policy: DevicePolicy
    let faults: PhoneFaults
    private let plantedFault: InjectedFault?
    private let record: PhoneRecord?
    private let memory = PhoneTransitionCache()

    /// - Parameters:
    ///   - profile: the profile of the modeled iPhone.
    ///   - plantedFault: a flaw between phone and device, to test that a search finds it.
    package init(_ profile: DeviceProfile, _ faults: PhoneFaults, plantedFault: InjectedFault? = nil) {
        policy = profile.policy
        self.faults = faults
        self.plantedFault = plantedFault
        record = PhoneRecord(faults)
    }

    /// A locked or an unlocked phone, or only an unlocked one if the user must use the app. The app does not run.
    package var initialStates: [PhoneWorld] {
        let locks: [LockEvent] =
            faults.startsBeforeFirstUnlock
            ? [.reboot]
            : faults.dials + faults.signOuts > 0 || faults.usesScreen
                ? [.unlock] : [.lock, .unlock]
        return locks.map { lock in
            var world = PhoneWorld(
                policy: policy, faults: faults, disk: record, plantedFault: plantedFault, memory: memory)
            world.pass(.world(.lock(lock)))
            return world
        }
    }

    package func actions(in world: PhoneWorld) -> [PhoneAction] {
        let queued = world.queueActions
        if faults.waitsForQuiet, !world.isQuiet, !queued.isEmpty { return queued }
        return queued + world.exchangeActions + world.personActions + world.appActions + world.fateActions
    }

    package func step(_ world: PhoneWorld, _ action: PhoneAction) -> PhoneWorld? {
        var next = world
        next.perform(action)
        return next
    }

    package var properties: [Property<PhoneWorld>] {
        [
            Property(.always, "nothing happens that must never happen") { $0.checker.violations.isEmpty },
            Property(.always, "the system has no more calls of ours than there are sessions and throw-aways") {
                $0.hasCallsOnlyForSessions
            },
            Property(.always, "sound runs only for a call that stands and is not held") { $0.soundIsRight },
            Property(.always, "at most one call stands that is not held") { $0.hasOneConversation },
            Property(.always, "at most one call is being dialed") { $0.dialsOneByOne },
            Property(.always, "a call that stands has a line that is active, and the system's session") {
                $0.hasLinesForCalls
            },
            Property(.always, "a microphone is open only for a call that is shown neither muted nor held") {
                $0.hasMicrophonesAsShown
            },
            Property(.always, "credentials of one organisation are never used for another's call") {
                $0.keepsOrganization
            },
            Property(.sometimes, Self.hearing) { $0.soundRuns },
            Property(.eventually, "the system has no call of ours left") { !$0.device.calls.hasOwnCalls },
            Property(.eventually, "no action is left without an answer") { $0.checker.openActions.isEmpty },
            Property(.eventually, "no deadline of a call is left where the app runs") { $0.phoneDeadlines.isEmpty },
            Property(.eventually, "the person knows of every call that rang") { $0.everyRingIsTold },
            Property(.eventually, "no call that another device took is told as missed") {
                $0.tellsNothingTakenAsMissed
            },
            Property(.eventually, "of a call that the end of the process cut off the person is told") {
                $0.isSignedOut || $0.checker.cutOff.isEmpty
            },
            Property(.eventually, "of a call that rang when the process ended the person is told, or it rings again") {
                $0.tellsWhatRang
            },
        ] + (faults.deaths > 0 ? [Property(.always, Self.endsLeft) { $0.endsWhatWasLeft }] : [])
            + (endsUnheardAlways ? [Property(.always, Self.endsUnheard) { $0.endsWhatWasLeft }] : []) + around
            + registrationProperties + reached
    }

    /// A timer that comes too early may end the wait for the connection.
    private var endsUnheardAlways: Bool { faults.breaks > 0 && faults.lateTimers == 0 }

    static let hearing = "a call is answered and its sound is heard"
    static let holding = "a call stands while another is held"
    static let endsLeft = "a call that the end of the process left behind is ended by the next process"
    static let endsUnheard = "a call that was ended without a connection is ended at the exchange too"
    static let returns = "a process connects while a call of the one before stands"

    /// The situations that a search must reach; otherwise it proves less than it claims.
    private var reached: [Property<PhoneWorld>] {
        var reached: [Property<PhoneWorld>] = []
        if faults.deaths > 0 {
            reached.append(
                Property(.sometimes, "the end of the process cuts off a call") { !$0.checker.cutOff.isEmpty })
            reached.append(Property(.sometimes, Self.returns) { $0.returnsToCall })
            if faults.dials > 0 {
                reached.append(
                    Property(.sometimes, "a client waits for the INVITE of a call that was being placed") {
                        $0.hasStrays
                    })
            }
            if faults.calls > 0 {
                reached.append(
                    Property(.sometimes, "the process ends while a call rings") { !$0.checker.leftRinging.isEmpty })
            }
        }
        if faults.dials > 0 {
            reached.append(
                Property(.sometimes, "a dialed call stands") { world in
                    world.device.calls.own.contains { $0.isOutgoing && $0.phase == .connected }
                })
        }
        if faults.locks > 0 {
            reached.append(
                Property(.sometimes, "a call stands while the phone is locked") { world in
                    world.device.lock == .locked && world.device.calls.own.contains { $0.phase == .connected }
                })
        }
        if faults.presses > 0, faults.calls + faults.dials > 0 {
            reached.append(
                Property(.sometimes, "a call that stands is muted") { world in
                    world.sessions.contains { $0.line?.isMuted == true && $0.line?.machine.state.progress == .active }
                })
        }
        if faults.calls > 1 {
            reached.append(
                Property(.sometimes, Self.holding) { world in
                    let calls = world.device.calls.own.filter { $0.phase == .connected }
                    return calls.contains(where: \.isHeld) && calls.contains { !$0.isHeld }
                })
        }
        return reached + reachedAround
    }
}

/// Caches the turns of the phone and its device, so that each is computed once for all worlds.
///
/// Every world has it; it is equal for all of them.
final class PhoneTransitionCache: Sendable {
    /// The result of an event for the phone.
    struct PhoneTurn: Sendable {
        let phone: Shared<Phone?>
        let effects: [PhoneEffect]
        /// The stored record, if exactly one effect stores one.
        let stored: Shared<PhoneRecord?>?
    }

    /// The result of an event for the device.
    struct DeviceTurn: Sendable {
        let device: Shared<DeviceMachine>
        let effects: [DeviceEffect]
    }

    private struct PhoneQuestion: Hashable {
        let phone: Shared<Phone?>
        let event: PhoneEvent
    }

    private struct DeviceQuestion: Hashable {
        let device: Shared<DeviceMachine>
        let event: DeviceEvent
    }

    private let phoneTurns = MemoizedFunction<PhoneQuestion, PhoneTurn>()
    private let phones = MemoizedFunction<Shared<Phone?>, Shared<Phone?>>()
    private let deviceTurns = MemoizedFunction<DeviceQuestion, DeviceTurn>()
    private let devices = MemoizedFunction<Shared<DeviceMachine>, Shared<DeviceMachine>>()

    func turn(of phone: Shared<Phone?>, _ event: PhoneEvent) -> PhoneTurn {
        phoneTurns(PhoneQuestion(phone: phone, event: event)) {
            var next = phone.wrappedValue
            var effects: [PhoneEffect] = []
            next?.handle(event, into: &effects)
            next?.forgetWords(in: &effects)
            let records = effects.compactMap { if case .store(let record) = $0 { record } else { nil } }
            return PhoneTurn(
                phone: phones.first(equalTo: Shared(next)), effects: effects,
                stored: records.count == 1 ? Shared(records[0]) : nil)
        }
    }

    func turn(of device: Shared<DeviceMachine>, _ event: DeviceEvent) -> DeviceTurn {
        deviceTurns(DeviceQuestion(device: device, event: event)) {
            var next = device.wrappedValue
            var effects: [DeviceEffect] = []
            next.handle(event, at: .zero, into: &effects)
            return DeviceTurn(device: devices.first(equalTo: Shared(next)), effects: effects)
        }
    }
}

extension PhoneTransitionCache: Hashable {
    static func == (left: PhoneTransitionCache, right: PhoneTransitionCache) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
