import DeviceModel
import Explorer
import PhoneCore
package import Scopes

extension Scope {
    /// The real phone on the model of its device: pushes, INVITE, the caller who gives up, the person who answers or
    /// declines, a second call, a death of the process, the lock and every deadline, in every order.
    package static let phone = inbound + dialled + elsewhere + registered + crossed + around

    /// Calls to the phone.
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
        scope("1 call, its end by push, on another device", .ios26, PhoneFaults(calls: 1, newsPushes: 1, takings: 1)),
        scope("2 calls, 16 steps", .ios26, PhoneFaults(calls: 2), depthMax: 16, unasked: [holding, hearing]),
        scope("2 calls, in quiet", .ios26, PhoneFaults(calls: 2, waitsForQuiet: true)),
        scope(
            "2 calls, two pushes, in quiet, 19 steps", .ios26,
            PhoneFaults(calls: 2, hasVendorPushes: true, waitsForQuiet: true), depthMax: 19, unasked: [holding]),
        scope("2 calls, 1 death, in quiet", .ios26, PhoneFaults(calls: 2, deaths: 1, waitsForQuiet: true)),
        scope(
            "2 calls, every letter, in quiet, 17 steps", .ios26,
            PhoneFaults(
                calls: 2, hasVendorPushes: true, newsPushes: 1, takings: 1, locks: 1, deaths: 1, waitsForQuiet: true),
            depthMax: 17, unasked: [holding, hearing]),
    ]

    /// Calls that the person places in the app. In quiet, what is under way in the phone is done before the next thing
    /// happens outside.
    private static let dialled: [Scope] = [
        scope("1 dialled", .ios26, PhoneFaults(dials: 1, membership: .own)),
        scope("1 dialled, ended twice", .strict, PhoneFaults(dials: 1, taps: 2, membership: .own)),
        scope("1 dialled, 1 death", .ios26, PhoneFaults(dials: 1, membership: .own, deaths: 1)),
        scope("1 dialled, 1 connection refused", .ios26, PhoneFaults(dials: 1, membership: .own, refusals: 1)),
        scope(
            "1 dialled, 1 death, in quiet", .strict,
            PhoneFaults(dials: 1, membership: .own, deaths: 1, waitsForQuiet: true)),
        scope(
            "1 dialled, 1 break, in quiet", .ios26,
            PhoneFaults(dials: 1, membership: .own, breaks: 1, waitsForQuiet: true)),
        scope(
            "1 dialled, pressed twice, in quiet", .ios26,
            PhoneFaults(dials: 1, membership: .own, presses: 2, waitsForQuiet: true)),
        scope("2 dialled, in quiet", .ios26, PhoneFaults(dials: 2, membership: .own, waitsForQuiet: true)),
        scope(
            "1 call, 1 dialled, in quiet", .ios26,
            PhoneFaults(calls: 1, dials: 1, membership: .own, waitsForQuiet: true)),
    ]

    /// Calls of another organisation than the one in use.
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

    /// Calls over the registrations at exchange and carrier: pushes by either, in any order and lost, INVITEs by either,
    /// answers, the end of the process, the loss of a connection.
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
            "1 call of the carrier, 1 push lost, 1 break, in quiet", .ios26,
            carried(PhoneFaults(calls: 1, lostPushes: 1, breaks: 1, waitsForQuiet: true))),
        scope(
            "1 call of the carrier, 1 of the exchange, in quiet, 22 steps", .ios26,
            carried(PhoneFaults(calls: 2, waitsForQuiet: true)), depthMax: 22, unasked: [holding]),
        scope(
            "1 call of the carrier, 1 of the exchange, 1 push lost, 1 death, 1 break, in quiet, 18 steps", .ios26,
            carried(PhoneFaults(calls: 2, lostPushes: 1, deaths: 1, breaks: 1, waitsForQuiet: true)), depthMax: 18,
            unasked: [holding, PhoneModel.ringsBoth]),
    ]

    /// The INVITE comes by the other line than our push announced it for.
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

    /// On a phone with both registrations, where the carrier pushes too.
    private static func carried(_ faults: PhoneFaults) -> PhoneFaults {
        var faults = faults
        faults.membership = .own
        faults.carriage = .either
        faults.hasVendorPushes = true
        return faults
    }

    /// What nobody can come to in so few steps.
    private static let holding = PhoneModel.holding
    private static let hearing = PhoneModel.hearing

    /// - Parameters:
    ///   - depthMax: where a search stops that would go on for longer than a test may.
    ///   - unasked: what it does not come to see by then.
    static func scope(
        _ name: String, _ profile: DeviceProfile, _ faults: PhoneFaults, depthMax: Int = .max, unasked: [String] = []
    ) -> Scope {
        Scope(
            "phone: \(name), \(profile.rawValue)", bounds: ExplorationBounds(depthMax: depthMax), unasked: unasked,
            PhoneModel(profile, faults)
        ) { $0.remarks }
    }
}
