import CallModel
import Explorer
import PhoneCore

extension PhoneCoreModel {
    var properties: [Property<PhoneCoreWorld>] {
        [
            Property(.always, "nothing happens that must never happen") { $0.monitor.violation == nil },
            Property(.always, "at rest, system and phone have the same calls") { world in
                guard world.isAtRest else { return true }
                let calls = world.phone.calls.filter { $0.phase != .dialing || world.system.contains($0.id) }
                return world.system.sorted() == calls.map(\.id).sorted()
            },
            Property(.always, "the stored record is the state") { world in
                world.stored == world.phone.record
            },
            Property(.always, "sound is that of a call that stands and is not held") { world in
                guard world.monitor.sounding != nil else { return true }
                return world.phone.calls.contains { $0.phase == .connected && !$0.isHeld }
            },
            Property(.always, "at most one call is heard") { world in
                world.phone.calls.count { $0.phase == .connected && !$0.isHeld } <= 1
            },
            Property(.always, "no more calls than there may be") { [scope] world in
                world.phone.calls.count <= scope.limits.callsMax
            },
            Property(.always, "no deadline outlives its purpose") { world in
                !world.isIdle || world.timers.allSatisfy { $0.outlivesCalls }
            },
            Property(.always, "a call that stands has a line that is active, and whose microphone is as the call says")
            {
                $0.hasLinesForCalls
            },
            Property(.sometimes, "a call is heard") { $0.monitor.sounding != nil },
            Property(.sometimes, "a call stands") { $0.phone.calls.contains { $0.phase == .connected } },
        ] + reached
    }

    /// What a search must come to see, or it shows less than its name says.
    private var reached: [Property<PhoneCoreWorld>] {
        var reached: [Property<PhoneCoreWorld>] = []
        if scope.holds, scope.pushes.count > 1 {
            reached.append(
                Property(.sometimes, "two calls stand, one of them held") { world in
                    let standing = world.phone.calls.filter { $0.phase == .connected }
                    return standing.count == 2 && standing.contains(where: \.isHeld)
                })
            reached.append(
                Property(.sometimes, "the first is held and the second heard, and the reverse: swapped") { world in
                    let standing = world.phone.calls.filter { $0.phase == .connected }
                    return standing.count == 2 && standing.last?.isHeld == true && standing.first?.isHeld == false
                })
        }
        if scope.mutes {
            reached.append(
                Property(.sometimes, "a line is muted") { $0.lines.contains(where: \.isMuted) })
        }
        return reached
    }
}

extension PhoneCoreWorld {
    /// Nothing is on its way between phone and system.
    var isAtRest: Bool { reports.isEmpty && requests.isEmpty && tasks.isEmpty && open.isEmpty }

    /// Whether each connected call has an active line with the same mute and hold.
    var hasLinesForCalls: Bool {
        phone.calls.filter { $0.phase == .connected }.allSatisfy { call in
            guard let line = lines.first(where: { phone.call(on: $0.id) == call.id }) else { return false }
            return line.machine.state.progress == .active && line.isMuted == call.isMuted
                && (line.machine.state.hold == .on) == call.isHeld
        }
    }

    /// There is no call, and nothing on its way.
    var isIdle: Bool { isAtRest && phone.calls.isEmpty && system.isEmpty }
}

extension PhoneTimer {
    /// Whether it is not one call's.
    var outlivesCalls: Bool {
        switch self {
        case .termination, .ringRequest, .outcome, .network, .connection, .organizations, .session, .credentials,
            .tokens,
            .pushKeys, .signOut:
            true
        case .ring, .invite, .answer, .dial, .report, .unmuteGuard, .activation: false
        }
    }
}
