import CallModel
import PhoneCore

/// What the end of the app's process means for its calls, where the other side knows of it and where it does not yet.
extension Contract {
    private static let anew = "connection: connecting, ready, connecting, ready"
    private static let secondRings = "line 2: invited in a session, ringing"
    private static let secondRingsAtCarrier = "line 2: invited in a session by the carrier, ringing"

    static let processes =
        [true, false].map { isHeard in
            ContractStatement(
                "a call that rings goes on to ring in the next process, "
                    + "\(isHeard ? "once" : "before") the end of the one before is known",
                tells: [anew, "line 1: invited in a session, ringing", secondRings]
            ) {
                await $0.connect()
                try await $0.rings()
                try await $0.perform(.processBeginsAnew(isHeard: isHeard))
                await $0.connectAgain()
                await $0.line(2, "ringing")
            }
        } + [
            ContractStatement(
                "a call that stood when the process ended is over when the next has logged in",
                tells: [anew, "line 1: invited in a session, ringing, answering, active", "alice: completed"]
            ) {
                try await $0.talks()
                try await $0.perform(.processBeginsAnew(isHeard: false))
                await $0.connectAgain()
                await $0.note(.alice)
            },
            ContractStatement(
                "a call that was placed and stood when the process ended is over when the next has logged in",
                tells: [anew, "line 1: requesting, connecting, ringing, answering, active", "alice: completed"]
            ) {
                await $0.connect()
                _ = await $0.dials("alice")
                await $0.line("ringing")
                try await $0.perform(.answers)
                await $0.line("active")
                try await $0.perform(.processBeginsAnew(isHeard: true))
                await $0.connectAgain()
                await $0.note(.alice)
            },
            ContractStatement(
                "a call that was being placed when the process ended rings no longer once the next has logged in",
                tells: [anew, "line 1: requesting, connecting, ringing", "alice: cancelled"]
            ) {
                await $0.connect()
                _ = await $0.dials("alice")
                await $0.line("ringing")
                try await $0.perform(.isCalled)
                try await $0.perform(.processBeginsAnew(isHeard: true))
                await $0.connectAgain()
                await $0.note(.alice)
            },
            ContractStatement(
                "a call that stood when the process ended is not given to the session of a process that names none",
                on: nil,
                tells: [
                    anew, "line 1: invited in a session, ringing, answering, active",
                    "\(secondRings), \(reported(.cancelled))", "alice: completed",
                ]
            ) {
                try await $0.talks()
                try await $0.perform(.processBeginsAnew(isHeard: true))
                await $0.connectAgain()
                try await $0.rings(.carol, line: 2)
                try await $0.perform(.hangsUp(.carol))
                await $0.line(2, "ended")
                try await $0.perform(.hangsUp(.alice))
                await $0.note(.alice)
            },
        ]

    static let carrierProcesses =
        [true, false].map { isHeard in
            ContractStatement(
                "a call over the carrier that rings goes on to ring in the next process, "
                    + "\(isHeard ? "once" : "before") the end of the one before is known",
                at: .carrier, tells: [anew, carrierRings, secondRingsAtCarrier, "rung: alice, alice"]
            ) {
                await $0.connect()
                try await $0.rings()
                try await $0.perform(.processBeginsAnew(isHeard: isHeard))
                await $0.connectAgain()
                await $0.line(2, "ringing")
                $0.record.notes.append("rung: \($0.rung)")
            }
        } + [
            ContractStatement(
                "a call over the carrier that stood when the process ended is over when the next has logged in",
                at: .carrier, tells: [anew, "\(carrierRings), answering, active", "alice: completed"]
            ) {
                try await $0.talks()
                try await $0.perform(.processBeginsAnew(isHeard: false))
                await $0.connectAgain()
                await $0.note(.alice)
            },
            ContractStatement(
                "a call out over the carrier that stood when the process ended is over when the next has logged in",
                at: .carrier,
                tells: [anew, "line 1: requesting, connecting, ringing, answering, active", "alice: completed"]
            ) {
                await $0.connect()
                _ = await $0.dials("alice")
                await $0.line("ringing")
                try await $0.perform(.answers)
                await $0.line("active")
                try await $0.perform(.processBeginsAnew(isHeard: false))
                await $0.connectAgain()
                await $0.note(.alice)
            },
            ContractStatement(
                "a call over the carrier that rang in another session stays there until the end of that is known",
                at: .carrier, on: nil, tells: [anew, carrierRings, secondRingsAtCarrier, "rung: alice, carol"]
            ) {
                await $0.connect()
                try await $0.rings()
                try await $0.perform(.processBeginsAnew(isHeard: false))
                await $0.connectAgain()
                try await $0.rings(.carol, line: 2)
                $0.record.notes.append("rung: \($0.rung)")
            },
        ]
}

extension ExchangeUnderContract {
    /// The next process connects, and asks for what waits for it.
    fileprivate func connectAgain() async {
        let isOfCarrier = registration.provider == .carrier
        await order(.connect(registration, isOfCarrier ? CarrierLogin(fetchesCalls: true) : nil))
        await connection("ready", times: 2)
    }
}
