import DeviceModel
import Explorer
import Scopes

extension Scope {
    /// Calls around which something happens: to the network, to the system's daemon of calls, on the telephone, to the
    /// sound, to the person's account, to the phone's own timers.
    static let around: [Scope] = [
        scope("1 call, 2 path changes, in quiet", .ios26, PhoneFaults(calls: 1, pathChanges: 2, waitsForQuiet: true)),
        scope(
            "1 dialled, 1 path change, from a dead zone, in quiet", .ios26,
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
