import DeviceModel
import Explorer
import PhoneCore
package import Scopes

extension Scope {
    /// The real phone on the model of its device: pushes, INVITEs, callers who give up, users who answer or decline,
    /// second calls, ends of the process, the lock and all deadlines, in every order.
    package static let phone = inbound + dialed + elsewhere + registered + crossed + around

    /// Incoming calls.
    private static let inbound: [Scope] = [
        scope("1 call", .ios26, PhoneFaults(calls: 1)),
        scope("1 call", .ios16, PhoneFaults(calls: 1)),
        scope("1 call", .ios26p4, PhoneFaults(calls: 1)),
        scope("1 call", .strict, PhoneFaults(calls: 1)),
        scope("1 call, pressed twice", .ios26, PhoneFaults(calls: 1, presses: 2)),
        scope("1 call, 1 break", .ios26, PhoneFaults(calls: 1, breaks: 1)),
        scope("1 call, 1 death", .ios26, PhoneFaults(calls: 1, deaths: 1)),
        scope("1 call, 1 death", .strict, PhoneFaults(calls: 1, deaths: 1)),
        scope("1 call, before the first unlock", .ios26, PhoneFaults(calls: 1, startsBeforeFirstUnlock: true)),
        scope("1 call, 1 push doubled", .ios26, PhoneFaults(calls: 1, doubledPushes: 1)),
        scope("1 call, 1 unreadable push", .ios26, PhoneFaults(calls: 1, unreadablePushes: 1)),
        scope("1 call, two pushes", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true)),
        scope("1 call, two pushes", .ios26p4, PhoneFaults(calls: 1, hasVendorPushes: true)),
        scope("1 call, two pushes, 1 death", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true, deaths: 1)),
        scope("1 call, two pushes, 1 break", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true, breaks: 1)),
        scope("1 call, two pushes, pressed twice", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true, presses: 2)),
        scope("1 call, 1 push doubled, 1 death", .ios26, PhoneFaults(calls: 1, doubledPushes: 1, deaths: 1)),
        scope(
            "1 call, 1 death, 1 break, pressed once", .strict, PhoneFaults(calls: 1, deaths: 1, breaks: 1, presses: 1)),
        scope("1 call, 1 connection refused", .ios26, PhoneFaults(calls: 1, refusals: 1)),
        scope(
            "1 call, two pushes, 1 connection refused", .ios26,
            PhoneFaults(calls: 1, hasVendorPushes: true, refusals: 1)),
        scope("1 call, Do Not Disturb", .ios26, PhoneFaults(calls: 1, silences: 1)),
        scope("1 call, two pushes, Do Not Disturb", .ios26, PhoneFaults(calls: 1, hasVendorPushes: true, silences: 1)),
        scope("1 call, 1 death, Do Not Disturb", .strict, PhoneFaults(calls: 1, deaths: 1, silences: 1)),
        scope("1 call, locked and unlocked", .ios26, PhoneFaults(calls: 1, locks: 2)),
        scope("1 call, its end by push, on another device", .ios26, PhoneFaults(calls: 1, endPushes: 1, takings: 1)),
        scope("2 calls, 16 steps", .ios26, PhoneFaults(calls: 2), depthMax: 16, unasked: [holding, hearing]),
        scope("2 calls, in quiet", .ios26, PhoneFaults(calls: 2, waitsForQuiet: true)),
        scope(
            "2 calls, two pushes, in quiet, 19 steps", .ios26,
            PhoneFaults(calls: 2, hasVendorPushes: true, waitsForQuiet: true), depthMax: 19, unasked: [holding]),
        scope("2 calls, 1 death, in quiet", .ios26, PhoneFaults(calls: 2, deaths: 1, waitsForQuiet: true)),
        scope(
            "2 calls, every letter, in quiet, 17 steps", .ios26,
            PhoneFaults(
                calls: 2, hasVendorPushes: true, endPushes: 1, takings: 1, locks: 1, deaths: 1, waitsForQuiet: true),
            depthMax: 17, unasked: [holding, hearing, PhoneScopeModel.returns]),
    ]

    /// Calls that the user places in the app. "In quiet" means that the phone finishes its pending events before the
    /// next event outside.
    private static let dialed: [Scope] = [
        scope("1 dialed", .ios26, PhoneFaults(dials: 1, membership: .own)),
        scope("1 dialed, ended twice", .strict, PhoneFaults(dials: 1, taps: 2, membership: .own)),
        scope("1 dialed, 1 death", .ios26, PhoneFaults(dials: 1, membership: .own, deaths: 1)),
        scope("1 dialed, 1 connection refused", .ios26, PhoneFaults(dials: 1, membership: .own, refusals: 1)),
        scope(
            "1 dialed, 1 death, in quiet", .strict,
            PhoneFaults(dials: 1, membership: .own, deaths: 1, waitsForQuiet: true)),
        scope(
            "1 dialed, 1 break, in quiet", .ios26,
            PhoneFaults(dials: 1, membership: .own, breaks: 1, waitsForQuiet: true)),
        scope(
            "1 dialed, pressed twice, in quiet", .ios26,
            PhoneFaults(dials: 1, membership: .own, presses: 2, waitsForQuiet: true)),
        scope("2 dialed, in quiet", .ios26, PhoneFaults(dials: 2, membership: .own, waitsForQuiet: true)),
        scope(
            "1 call, 1 dialed, in quiet", .ios26,
            PhoneFaults(calls: 1, dials: 1, membership: .own, waitsForQuiet: true)),
        scope(
            "1 call, 1 dialed, 1 death, in quiet", .ios26,
            PhoneFaults(calls: 1, dials: 1, membership: .own, deaths: 1, waitsForQuiet: true)),
    ]

    /// Calls of another organization than the one in use.
    private static let elsewhere: [Scope] = [
        scope("1 call of another organisation", .ios26, PhoneFaults(calls: 1, membership: .other)),
        scope("1 call of another organisation", .strict, PhoneFaults(calls: 1, membership: .other)),
        scope("1 call of another organisation, 1 death", .ios26, PhoneFaults(calls: 1, membership: .other, deaths: 1)),
        scope("1 call of another organisation, 1 death", .strict, PhoneFaults(calls: 1, membership: .other, deaths: 1)),
        scope("1 call of another organisation, 1 break", .ios26, PhoneFaults(calls: 1, membership: .other, breaks: 1)),
        scope(
            "1 call of another organisation, two pushes, in quiet", .ios26,
            PhoneFaults(calls: 1, membership: .other, hasVendorPushes: true, waitsForQuiet: true)),
        scope("1 call of a strange organisation", .ios26, PhoneFaults(calls: 1, membership: .stranger)),
        scope(
            "1 call of a strange organisation, 1 death", .ios26, PhoneFaults(calls: 1, membership: .stranger, deaths: 1)
        ),
    ]

    /// Calls over registrations at exchange and carrier: pushes by either, lost or in any order, INVITEs by either,
    /// answers, ends of the process, and lost connections.
    private static let registered: [Scope] = [
        scope("1 call of the carrier, 1 push lost", .ios26, carried(PhoneFaults(calls: 1, lostPushes: 1))),
        scope(
            "1 call of the carrier, 1 push lost, 1 death, in quiet", .ios26,
            carried(PhoneFaults(calls: 1, lostPushes: 1, deaths: 1, waitsForQuiet: true))),
        scope(
            "1 call, 1 death that goes unseen, in quiet", .ios26,
            PhoneFaults(calls: 1, membership: .own, deaths: 1, missesDeaths: true, waitsForQuiet: true)),
        scope(
            "1 call of the carrier, 1 death that it does not see, in quiet", .ios26,
            carried(PhoneFaults(calls: 1, deaths: 1, missesDeaths: true, waitsForQuiet: true))),
        scope(
            "1 call of the carrier, which lacks the push token, 1 death, in quiet", .ios26,
            carried(PhoneFaults(calls: 1, deaths: 1, lacksToken: true, waitsForQuiet: true))),
        scope(
            "1 call of the carrier, 1 push lost, 1 break, in quiet", .ios26,
            carried(PhoneFaults(calls: 1, lostPushes: 1, breaks: 1, waitsForQuiet: true))),
        scope(
            "1 call of the carrier, 1 of the exchange, in quiet, 22 steps", .ios26,
            carried(PhoneFaults(calls: 2, waitsForQuiet: true)), depthMax: 22, unasked: [holding]),
        scope(
            "1 call of the carrier, 1 of the exchange, 1 push lost, 1 death, 1 break, in quiet, 18 steps", .ios26,
            carried(PhoneFaults(calls: 2, lostPushes: 1, deaths: 1, breaks: 1, waitsForQuiet: true)), depthMax: 18,
            unasked: [holding, PhoneScopeModel.ringsBoth]),
    ]

    /// Calls whose INVITE comes by another line than the one that our push announced.
    private static let crossed: [Scope] = [SignalingProvider.carrier, .exchange].flatMap { line in
        let name =
            "1 call by \(line == .carrier ? "carrier, announced for exchange" : "exchange, announced for carrier")"
        return [
            scope(
                "\(name), 1 push lost, 1 break, in quiet", .ios26,
                carried(PhoneFaults(calls: 1, crossing: line, lostPushes: 1, breaks: 1, waitsForQuiet: true))),
            scope(
                "\(name), 1 push lost, 1 death, in quiet", .ios26,
                carried(PhoneFaults(calls: 1, crossing: line, lostPushes: 1, deaths: 1, waitsForQuiet: true))),
        ]
    }

    /// The faults for a phone with both registrations, where the carrier pushes too.
    private static func carried(_ faults: PhoneFaults) -> PhoneFaults {
        var faults = faults
        faults.membership = .own
        faults.carriage = .either
        faults.hasVendorPushes = true
        return faults
    }

    /// Properties that cannot be shown in so few steps.
    private static let holding = PhoneScopeModel.holding
    private static let hearing = PhoneScopeModel.hearing

    /// - Parameters:
    ///   - depthMax: the depth bound of a search that would take too long for a test.
    ///   - unasked: the names of properties that it does not show within the bound.
    static func scope(
        _ name: String, _ profile: DeviceProfile, _ faults: PhoneFaults, depthMax: Int = .max, unasked: [String] = []
    ) -> Scope {
        Scope(
            "phone: \(name), \(profile.rawValue)", bounds: ExplorationBounds(depthMax: depthMax), unasked: unasked,
            PhoneScopeModel(profile, faults)
        ) { $0.remarks }
    }
}

extension Scope {
    /// Calls with events around them: changes of the network, restarts of the system's call daemon, telephone calls,
    /// audio interruptions, sign-outs, and late timers of the phone.
    static let around: [Scope] = [
        scope("1 call, 2 path changes, in quiet", .ios26, PhoneFaults(calls: 1, pathChanges: 2, waitsForQuiet: true)),
        scope(
            "1 dialed, 1 path change, from a dead zone, in quiet", .ios26,
            PhoneFaults(
                dials: 1, membership: .own, pathChanges: 1, startsWithoutNetwork: true, waitsForQuiet: true)),
        scope("1 call, 1 reset", .ios26, PhoneFaults(calls: 1, resets: 1)),
        scope("1 call, 1 reset", .strict, PhoneFaults(calls: 1, resets: 1)),
        scope("1 call, 1 telephone call", .ios26, PhoneFaults(calls: 1, cellularCalls: 1)),
        scope("1 call, 1 interruption", .ios26, PhoneFaults(calls: 1, interruptions: 1)),
        scope(
            "1 call, 1 sign-out, 1 refusal, in quiet", .ios26,
            PhoneFaults(calls: 1, membership: .own, refusals: 1, signOuts: 1, waitsForQuiet: true)),
        scope("1 call, 1 late timer", .ios26, PhoneFaults(calls: 1, lateTimers: 1)),
        scope(
            "1 call, 1 break, 1 late timer, in quiet", .ios26,
            PhoneFaults(calls: 1, breaks: 1, lateTimers: 1, waitsForQuiet: true)),
        scope(
            "1 call, 1 path change, 1 death, in quiet", .ios26,
            PhoneFaults(calls: 1, deaths: 1, pathChanges: 1, waitsForQuiet: true)),
        scope(
            "1 call, 1 sign-out, 1 death, in quiet", .ios26,
            PhoneFaults(calls: 1, membership: .own, deaths: 1, signOuts: 1, waitsForQuiet: true)),
        scope(
            "1 call, 1 telephone call, 1 death, in quiet", .ios26,
            PhoneFaults(calls: 1, deaths: 1, cellularCalls: 1, waitsForQuiet: true)),
    ]
}
