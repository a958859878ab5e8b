import CallModel
package import DeviceModel
package import Explorer
import PhoneCore

/// The real phone on the model of its device, called by an exchange, in every order of events within bounds.
package struct PhoneModel: Model {
    let policy: DevicePolicy
    let faults: PhoneFaults
    private let plantedFault: PlantedFault?
    private let record: PhoneRecord?
    private let memory = PhoneMemory()

    /// - Parameters:
    ///   - profile: which iPhone.
    ///   - plantedFault: a flaw between phone and device, to see that it is found.
    package init(_ profile: DeviceProfile, _ faults: PhoneFaults, plantedFault: PlantedFault? = nil) {
        policy = profile.policy
        self.faults = faults
        self.plantedFault = plantedFault
        record = PhoneRecord(faults)
    }

    /// In the pocket, locked; or on the table, unlocked; in the hand, where the person dials. The app does not run.
    package var initialStates: [PhoneWorld] {
        let locks: [LockEvent] =
            faults.startsBeforeFirstUnlock
            ? [.reboot]
            : faults.dials + faults.signOuts > 0 || faults.crossing == .exchange
                ? [.unlock] : [.lock, .unlock]
        return locks.map { lock in
            var world = PhoneWorld(
                policy: policy, faults: faults, disk: record, plantedFault: plantedFault, memory: memory)
            world.tell(.world(.lock(lock)))
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
            Property(.always, "at most one call is being dialled") { $0.dialsOneByOne },
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
        ] + around + registrationProperties + reached
    }

    static let hearing = "a call is answered and its sound is heard"
    static let holding = "a call stands while another is held"

    /// What a search must come to see, or it shows less than it says.
    private var reached: [Property<PhoneWorld>] {
        var reached: [Property<PhoneWorld>] = []
        if faults.deaths > 0 {
            reached.append(
                Property(.sometimes, "the end of the process cuts off a call") { !$0.checker.cutOff.isEmpty })
            if faults.calls > 0 {
                reached.append(
                    Property(.sometimes, "the process ends while a call rings") { !$0.checker.leftRinging.isEmpty })
            }
        }
        if faults.dials > 0 {
            reached.append(
                Property(.sometimes, "a dialled call stands") { world in
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
