import DeviceModel
import Explorer
import PhoneCore

/// Promises of scopes with events around the calls.
extension PhoneScopeModel {
    static let connected = "a call that stands is connected, or what ends or mends that is under way"
    static let lined = "no line goes on whose call the system has lost"
    static let telephoneFirst = "no line of ours is open while the person talks on the telephone"
    static let silenced = "no sound runs while an alarm has it"
    static let heard = "a call that stands is heard where nothing has taken its sound"
    static let isSilentAfterSignOut = "after a sign-out no call rings"
    static let keepsNothingAfterSignOut = "after a sign-out nothing of the person is left"

    /// The properties of scopes in which such events may occur.
    var around: [Property<PhoneWorld>] {
        guard faults.happenAroundCalls else { return [] }
        return [
            Property(.always, Self.connected) { $0.hasConnectionsForCalls },
            Property(.always, Self.lined) { $0.hasCallsForLines },
            Property(.always, Self.telephoneFirst) { $0.leavesLineToTelephone },
            Property(.always, Self.silenced) { $0.isSilentWhileInterrupted },
            Property(.always, Self.heard) { $0.hearsCall },
            Property(.always, Self.isSilentAfterSignOut) { $0.isSilentAfterSignOut },
            Property(.always, "after a sign-out nothing is said in the person's name") { $0.asksNothingAfterSignOut },
            Property(.always, Self.keepsNothingAfterSignOut) { $0.keepsNothingAfterSignOut },
            Property(.eventually, "a sign-out is carried through") { $0.isSignOutThrough },
        ]
    }

    static let cutOff = "a call stands while there is no network"
    static let moved = "a call goes on over another network"

    /// The situations that a search must reach for each kind of event.
    var reachedAround: [Property<PhoneWorld>] {
        var reached: [Property<PhoneWorld>] = []
        let calls = faults.calls + faults.dials
        if faults.pathChanges > 0, calls > 0 {
            reached.append(Property(.sometimes, Self.moved) { $0.hasStanding && $0.isHeard && $0.linkNetwork != 1 })
            if !faults.startsWithoutNetwork {
                reached.append(Property(.sometimes, Self.cutOff) { $0.hasStanding && !$0.hasNetwork })
            }
        }
        if faults.resets > 0 {
            reached.append(
                Property(.sometimes, "the system loses a call that stands") { world in
                    world.phone?.calls.contains { $0.phase == .connected } == true && world.isResetUnderWay
                })
        }
        if faults.cellularCalls > 0 {
            reached += [
                Property(.sometimes, "a call is held for a telephone call") { world in
                    world.device.calls.own.contains { $0.isHeld && $0.isHeldForTelephone }
                },
                Property(.sometimes, "a telephone call and a call of ours stand, and ours is in front") { world in
                    world.device.calls.list.contains { $0.owner == .telephone && $0.isHeld } && world.hasStanding
                },
            ]
        }
        return reached + reachedOfPersonAndClock
    }

    private var reachedOfPersonAndClock: [Property<PhoneWorld>] {
        var reached: [Property<PhoneWorld>] = []
        if faults.interruptions > 0 {
            reached.append(
                Property(.sometimes, "an alarm takes the sound of a call that stands") {
                    $0.hasStanding && $0.device.audio.isInterrupted
                })
        }
        if faults.signOuts > 0 {
            reached.append(Property(.sometimes, "the person is signed out") { $0.isSignedOut })
            if faults.calls > 0 {
                reached += [
                    Property(.sometimes, "the person signs out while a call stands") {
                        $0.isSigningOut && $0.hasStanding
                    },
                    Property(.sometimes, "a push comes after the sign-out") {
                        $0.isSignedOut && $0.device.calls.hasOwnCalls
                    },
                ]
            }
        }
        if faults.lateTimers > 0 {
            let allowed = faults.lateTimers
            reached.append(Property(.sometimes, "a stopped timer comes") { $0.faults.lateTimers < allowed })
        }
        return reached
    }
}

extension PhoneWorld {
    /// Whether a call of ours is connected and not held.
    fileprivate var hasStanding: Bool { device.calls.own.contains { $0.phase == .connected && !$0.isHeld } }
}
