import CallModel
import PhoneCore

/// What a phone hears of the carrier's gateway, which registers it, and what becomes of its calls.
extension Contract {
    static let gateway = gatewayFailures + gatewayPauses

    private static let refused = "connection: connecting, disconnected (refused)"
    private static let unreachable = "disconnected (unreachable)"

    private static let gatewayFailures = [
        ContractStatement(
            "a phone that the carrier's gateway cannot register is refused, and let in once it can", at: .carrier,
            tells: ["\(refused), connecting, ready"]
        ) {
            try await $0.perform(.gatewayFails)
            await $0.order(.connect(carrier, $0.login))
            await $0.connection("disconnected (refused)")
            try await $0.perform(.gatewayIsBack)
            await $0.connect()
        },
        ContractStatement(
            "a phone that the carrier's gateway registers no more is refused, and its calls are gone", at: .carrier,
            tells: [
                "connection: connecting, ready, disconnected (refused)", "\(carrierTalks), \(own(.dropped))",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.gatewayFails)
            await $0.line("ended")
            await $0.connection("disconnected (refused)")
        },
        ContractStatement(
            "a phone whose gateway is back after a failure hears of new calls, and of none that it was in",
            at: .carrier,
            tells: [
                "connection: connecting, ready, disconnected (refused), connecting, ready",
                "\(carrierTalks), \(own(.dropped))", "line 2: invited in a session by the carrier, ringing",
                "rung: alice, carol",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.gatewayFails)
            await $0.connection("disconnected (refused)")
            try await $0.perform(.gatewayIsBack)
            await $0.order(.connect(carrier, $0.login))
            await $0.connection("ready", times: 2)
            try await $0.rings(.carol, line: 2)
            $0.record.notes.append("rung: \($0.rung)")
        },
    ]

    private static let gatewayPauses = [
        ContractStatement(
            "a phone that the carrier's gateway does not register yet is ready as soon as it does", at: .carrier,
            tells: [connected, "line 1: failed (dial)"]
        ) {
            try await $0.perform(.gatewayHesitates)
            await $0.order(.connect(carrier, $0.login))
            await $0.gatewayIsAsked()
            _ = await $0.dials("alice")
            await $0.line("failed (dial)")
            try await $0.perform(.gatewayIsBack)
            await $0.connection("ready")
        },
        ContractStatement(
            "a phone that the carrier's gateway does not register in time is told that there is no way", at: .carrier,
            tells: ["connection: connecting, \(unreachable)", "\(unreachable) after 10 s"]
        ) {
            try await $0.perform(.gatewayHesitates)
            await $0.order(.connect(carrier, $0.login))
            await $0.gatewayIsAsked()
            try await $0.perform(.timePasses)
            await $0.connection(unreachable)
            $0.noteTime(from: "connecting", to: unreachable)
        },
        ContractStatement(
            "a call goes on while the carrier's gateway does not register its phone, and none is dialed", at: .carrier,
            tells: [
                "connection: connecting, ready, reconnecting, ready",
                "\(carrierTalks), active held, active, disconnecting, \(own(.completed))", "line 2: failed (dial)",
                "alice: completed",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.gatewayHesitates)
            await $0.connection("reconnecting")
            await $0.holdsForAMoment()
            _ = await $0.dials("carol")
            await $0.line(2, "failed (dial)")
            try await $0.perform(.gatewayIsBack)
            await $0.connection("ready", times: 2)
            await $0.order(.hangUp($0.name()))
            await $0.line("ended")
            await $0.note(.alice)
        },
        ContractStatement(
            "a call is gone when the carrier's gateway has not registered its phone again in time", at: .carrier,
            tells: [
                "connection: connecting, ready, reconnecting, \(unreachable)", "\(carrierTalks), \(own(.dropped))",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.gatewayHesitates)
            await $0.connection("reconnecting")
            try await $0.perform(.timePasses)
            await $0.line("ended")
            await $0.connection(unreachable)
        },
    ]
}
