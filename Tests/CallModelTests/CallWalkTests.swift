import CallModel
import Testing

/// Random walks: whatever happens to a call, tones, deadlines and media are started and stopped in step with it.
@Suite struct CallWalkTests {
    @Test(arguments: [UInt64(1), 2, 3, 4])
    func `effects keep up with any sequence of events`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        for round in 0..<2_000 {
            var walk = Walk(round.isMultiple(of: 2) ? .outbound : .inbound)
            for _ in 0..<60 {
                let event = CallEvent.all[Int(random.next() % UInt64(CallEvent.all.count))]
                if let fault = walk.handle(event) {
                    Issue.record("seed \(seed), round \(round), \(event): \(fault)")
                    return
                }
            }
        }
    }

    @Test func `devices that get the same events in any order agree on the ending`() {
        for first in EndReason.allCases where first != .dropped {
            for second in EndReason.allCases where second != .dropped {
                var left = Transcript(.inbound, .invited, .released(Ending(first)), .released(Ending(second)))
                var right = Transcript(.inbound, .invited, .released(Ending(second)), .released(Ending(first)))
                left.handle(.released(Ending(second)))
                right.handle(.released(Ending(first)))
                #expect(left.machine == right.machine)
                #expect(left.machine.ending == Ending(max(first, second)))
            }
        }
    }
}

private struct Walk {
    var machine: CallMachine
    var timers: CallTimers = []
    var isRinging = false
    var hasReleasedMedia = false
    var endings = 0

    init(_ direction: CallDirection) {
        machine = CallMachine(direction)
    }

    /// The faults after the event, if any.
    mutating func handle(_ event: CallEvent) -> String? {
        var effects: [CallEffect] = []
        let before = machine
        let refusal = machine.handle(event, into: &effects)
        if let refusal {
            return machine == before && effects == [.refused(refusal)] ? nil : "a refusal did something"
        }
        for effect in effects {
            if let fault = apply(effect) { return fault }
        }
        let state = machine.state
        if timers != state.timers { return "deadlines \(timers.rawValue) instead of \(state.timers.rawValue)" }
        if isRinging != state.isRinging { return "the tone is wrong" }
        if hasReleasedMedia != (state.progress.endReason != nil) { return "media is wrong" }
        if machine.ending?.reason != state.progress.endReason { return "the ending is not the state's" }
        return nil
    }

    private mutating func apply(_ effect: CallEffect) -> String? {
        switch effect {
        case .startTimer(let timer):
            if timers.contains(CallTimers(timer)) { return "\(timer) started twice" }
            timers.insert(CallTimers(timer))
        case .stopTimer(let timer):
            if timers.remove(CallTimers(timer)) == nil { return "\(timer) stopped twice" }
        case .startRinging, .stopRinging:
            if isRinging == (effect == .startRinging) { return "\(effect) twice" }
            isRinging = effect == .startRinging
        case .releaseMedia:
            if hasReleasedMedia { return "media released twice" }
            hasReleasedMedia = true
        case .ended:
            endings += 1
            if endings > 1 { return "ended twice" }
        case .changed, .refused, .sendInvite, .sendAnswer, .awaitMedia, .sendHold, .sendResume, .sendRelease,
            .recoverLink, .endingStrengthened:
            break
        }
        return nil
    }
}
