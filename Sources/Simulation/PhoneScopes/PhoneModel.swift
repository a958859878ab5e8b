import CallModel
package import DeviceModel
package import Explorer
import PhoneCore

/// The real phone on the model of its device, called by an exchange, in every order of events within bounds.
package struct PhoneModel: Model {
    let policy: DevicePolicy
    let faults: PhoneFaults

    /// - Parameter profile: which iPhone.
    package init(_ profile: DeviceProfile, _ faults: PhoneFaults) {
        policy = profile.policy
        self.faults = faults
    }

    /// In the pocket, locked; or on the table, unlocked. The app was never started.
    package var initialStates: [PhoneWorld] {
        let locks: [LockEvent] = faults.startsBeforeFirstUnlock ? [.reboot] : [.lock, .unlock]
        return locks.map { lock in
            var world = PhoneWorld(policy: policy, faults: faults)
            world.tell(.world(.lock(lock)))
            return world
        }
    }

    package func actions(in world: PhoneWorld) -> [PhoneAction] {
        world.queueActions + world.exchangeActions + world.personActions + world.fateActions
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
            Property(.sometimes, "a call is answered and its sound is heard") { $0.soundRuns },
            Property(.eventually, "the system has no call of ours left") { !$0.device.calls.hasOwnCalls },
            Property(.eventually, "no action is left without an answer") { $0.checker.openActions.isEmpty },
            Property(.eventually, "no deadline of a call is left where the app runs") { $0.phoneDeadlines.isEmpty },
            Property(.eventually, "the person knows of every call that rang") { $0.everyRingIsTold },
        ]
    }
}
