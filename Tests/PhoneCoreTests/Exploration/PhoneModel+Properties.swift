import CallModel
import Explorer
import PhoneCore

extension PhoneModel {
    var properties: [Property<PhoneWorld>] {
        [
            Property(.always, "nothing happens that must never happen") { $0.monitor.violation == nil },
            Property(.always, "at rest, system and phone have the same calls") { world in
                guard world.isAtRest else { return true }
                let calls = world.phone.calls.filter { $0.phase != .dialing || world.system.contains($0.id) }
                return world.system.sorted() == calls.map(\.id).sorted()
            },
            Property(.always, "what is stored is what is so") { world in
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
            Property(.always, "no deadline outlives what it is for") { world in
                !world.isIdle || world.timers.allSatisfy { $0.outlivesCalls }
            },
            Property(.sometimes, "a call is heard") { $0.monitor.sounding != nil },
            Property(.sometimes, "a call stands") { $0.phone.calls.contains { $0.phase == .connected } },
        ]
    }
}

extension PhoneWorld {
    /// Nothing is on its way between phone and system.
    var isAtRest: Bool { reports.isEmpty && requests.isEmpty && tasks.isEmpty && open.isEmpty }

    /// There is no call, and nothing on its way.
    var isIdle: Bool { isAtRest && phone.calls.isEmpty && system.isEmpty }
}

extension PhoneTimer {
    /// Whether it is not one call's.
    var outlivesCalls: Bool {
        switch self {
        case .farewell, .network, .connection, .organizations, .session, .tokens, .signOut: true
        case .ring, .invite, .answer, .dial, .report, .unmuteGuard, .activation: false
        }
    }
}
