import CallModel
import CarillonRTC
import PhoneCore
import PhoneKit

/// One thing that a phone's signaling can rely on: an act, and the events that follow.
struct ContractStatement: Sendable, CustomStringConvertible {
    let description: String
    let provider: SignalingProvider
    let hasCredentials: Bool
    /// Whether the real exchange gives up soon a call that only rings: its time is not the test's.
    let ringsBriefly: Bool
    /// What the exchange calls the phone; one that does not know it has a session of its own in each process.
    let device: String?
    /// A row for the connection, one for each line, and what the suite notes of the other side.
    let reported: [String]
    let play: @MainActor (any ExchangeUnderContract) async throws -> Void

    init(
        _ description: String, at provider: SignalingProvider = .exchange, hasCredentials: Bool = true,
        ringsBriefly: Bool = false, on device: String? = "phone", tells reported: [String],
        _ play: @escaping @MainActor (any ExchangeUnderContract) async throws -> Void
    ) {
        self.description = description
        self.provider = provider
        self.hasCredentials = hasCredentials
        self.ringsBriefly = ringsBriefly
        self.device = device
        self.reported = reported
        self.play = play
    }
}

/// What the scripted exchange and the real one have in common.
enum Contract {
    static let organization = OrganizationID("acme")
    static let registration = RegistrationID(organization)
    static let spare = CallUUID(.random(high: 1, low: 1))
    static let connected = "connection: connecting, ready"
    /// What a client tells before it gives a connection up: as much as the real one's policy says.
    static let attempts = Array(repeating: "reconnecting", count: ReconnectionPolicy().attemptsMax)
        .joined(separator: ", ")

    static let statements = connections + incoming + outgoing + network + suspensions + processes + ends + atCarrier

    /// An end that the exchange told, with the cause and the SIP status that are usual for its reason.
    static func reported(_ reason: EndReason) -> String { ContractRecord.words(Ending(reason), isReported: true) }

    /// The end of a call to a number that belongs to no one.
    private static let unallocated = Ending(
        .unreachable, cause: .unallocatedNumber, sipCode: 404, sipReason: "Not Found")

    /// An end that this side made, or found out.
    static func own(_ reason: EndReason) -> String { ContractRecord.words(Ending(reason), isReported: false) }

    private static let connections = [
        ContractStatement("a connection is told as being made, and as made", tells: [connected], ContractPlay.connects),
        ContractStatement("an order to connect that is given twice is carried out once", tells: [connected]) {
            await $0.order(.connect(registration))
            await $0.connect()
        },
        ContractStatement(
            "refused credentials are told as such", tells: ["connection: connecting, disconnected (refused)"],
            ContractPlay.credentialsAreRefused),
        ContractStatement(
            "missing credentials are told as such", hasCredentials: false,
            tells: ["connection: connecting, disconnected (noCredentials)"], ContractPlay.credentialsAreMissing),
        ContractStatement(
            "an exchange that is not there is unreachable at the first attempt",
            tells: ["connection: connecting, disconnected (unreachable)"]
        ) {
            try await $0.perform(.exchangeGoesAway)
            await $0.order(.connect(registration))
            await $0.connection("disconnected (unreachable)")
        },
        ContractStatement(
            "a connection that is closed while it is made tells nothing more",
            tells: ["connection: connecting, closed, connecting, ready"]
        ) {
            await $0.order(.connect(registration))
            await $0.order(.disconnect(registration))
            await $0.connect()
        },
        ContractStatement(
            "a connection that breaks is made again", tells: ["connection: connecting, ready, reconnecting, ready"]
        ) {
            await $0.connect()
            try await $0.perform(.connectionBreaks)
            await $0.connection("ready", times: 2)
        },
        ContractStatement(
            "a connection that cannot be made again is given up for good",
            tells: ["connection: connecting, ready, \(attempts), disconnected (unreachable)"]
        ) {
            await $0.connect()
            try await $0.perform(.exchangeGoesAway)
            try await $0.perform(.timePasses)
            await $0.connection("disconnected (unreachable)")
        },
    ]

    private static let incoming = [
        ContractStatement(
            "a call comes in once the phone is connected", tells: [connected, "line 1: invited in a session, ringing"]
        ) {
            try await $0.perform(.otherDeviceConnects)
            try await $0.perform(.calls(.alice))
            await $0.connect()
            await $0.line("ringing")
        },
        ContractStatement(
            "a caller who gives up ends the line as cancelled",
            tells: [connected, "line 1: invited in a session, ringing, \(reported(.cancelled))"],
            ContractPlay.callerGivesUp
        ),
        ContractStatement(
            "a call that is answered is active, and completed when the phone hangs up",
            tells: [
                connected,
                "line 1: invited in a session, ringing, answering, active, disconnecting, \(own(.completed))",
                "alice: completed",
            ], ContractPlay.phoneHangsUp),
        ContractStatement(
            "a call is completed when the caller hangs up",
            tells: [connected, "line 1: invited in a session, ringing, answering, active, \(reported(.completed))"],
            ContractPlay.callerHangsUp),
        ContractStatement(
            "a call that is turned down is turned down for the caller",
            tells: [
                connected, "line 1: invited in a session, ringing, disconnecting, \(own(.declined))", "alice: declined",
            ], ContractPlay.phoneDeclines),
        ContractStatement(
            "a call that is turned down as busy is busy for the caller",
            tells: [connected, "line 1: invited in a session, ringing, disconnecting, \(own(.busy))", "alice: busy"],
            ContractPlay.phoneIsBusy),
        ContractStatement(
            "a call that another device takes ends the line as answered elsewhere",
            tells: [connected, "line 1: invited in a session, ringing, \(reported(.answeredElsewhere))"]
        ) {
            try await $0.perform(.otherDeviceConnects)
            await $0.connect()
            try await $0.rings()
            try await $0.perform(.takenElsewhere)
            await $0.line("ended")
        },
        ContractStatement(
            "the caller's hold and its end are told",
            tells: [connected, "line 1: invited in a session, ringing, answering, active, active held there, active"]
        ) {
            try await $0.talks()
            try await $0.perform(.holds(.alice))
            await $0.line("active held there")
            try await $0.perform(.resumes(.alice))
            await $0.until { $0.lines[0].last == "active" }
        },
        ContractStatement(
            "the phone's hold is told when it is so, and its end",
            tells: [connected, "line 1: invited in a session, ringing, answering, active, active held, active"]
        ) {
            try await $0.talks()
            await $0.order(.hold($0.name(), true))
            await $0.line("active held")
            await $0.order(.hold($0.name(), false))
            await $0.until { $0.lines[0].last == "active" }
        },
        ContractStatement(
            "what a call cannot do now is told",
            tells: [connected, "line 1: invited in a session, ringing, failed (hold), failed (resume)"]
        ) {
            await $0.connect()
            try await $0.rings()
            await $0.order(.hold($0.name(), true))
            await $0.line("failed (hold)")
            await $0.order(.hold($0.name(), false))
            await $0.line("failed (resume)")
        },
        ContractStatement(
            "two calls at once keep their own lines",
            tells: [
                connected, "line 1: invited in a session, ringing, disconnecting, \(own(.declined))",
                "line 2: invited in a session, ringing, answering, active", "alice: declined",
            ], ContractPlay.phoneDeclinesOneOfTwo),
        ContractStatement(
            "an order for a line that is over does nothing",
            tells: [
                "connection: connecting, ready, closed",
                "line 1: invited in a session, ringing, \(reported(.cancelled))",
            ]
        ) {
            await $0.connect()
            try await $0.rings()
            try await $0.perform(.hangsUp(.alice))
            await $0.line("ended")
            await $0.order(.answer($0.name()))
            await $0.order(.hold($0.name(), true))
            await $0.order(.hangUp($0.name()))
            await $0.order(.disconnect(registration))
            await $0.connection("closed")
        },
        ContractStatement(
            "a call outlives a connection that breaks",
            tells: [
                "connection: connecting, ready, reconnecting, ready",
                "line 1: invited in a session, ringing, answering, active, disconnecting, \(own(.completed))",
                "alice: completed",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.connectionBreaks)
            await $0.connection("ready", times: 2)
            await $0.order(.hangUp($0.name()))
            await $0.line("ended")
            await $0.note(.alice)
        },
        ContractStatement(
            "an order to disconnect hangs up, and the line hears its end",
            tells: [
                "connection: connecting, ready, closed",
                "line 1: invited in a session, ringing, answering, active, disconnecting, \(own(.completed))",
                "alice: completed",
            ]
        ) {
            try await $0.talks()
            await $0.order(.disconnect(registration))
            await $0.line("ended")
            await $0.note(.alice)
        },
    ]

    private static let outgoing = [
        ContractStatement(
            "a call that is dialed rings, is answered, and ends when the other side hangs up",
            tells: [connected, "line 1: requesting, connecting, ringing, answering, active, \(reported(.completed))"],
            ContractPlay.dialedPartyHangsUp),
        ContractStatement(
            "a call that is dialed and taken back is cancelled",
            tells: [connected, "line 1: requesting, connecting, ringing, disconnecting, \(own(.cancelled))"],
            ContractPlay.phoneTakesItsDialBack),
        ContractStatement(
            "a call that is dialed to a busy user ends as busy",
            tells: [connected, "line 1: requesting, connecting, ringing, \(reported(.busy))"],
            ContractPlay.dialedPartyIsBusy),
        ContractStatement(
            "a number that belongs to no one ends the line as unreachable",
            tells: [
                connected, "line 1: requesting, connecting, \(ContractRecord.words(unallocated, isReported: true))",
            ]
        ) {
            await $0.connect()
            _ = await $0.dials("none")
            await $0.until {
                $0.lines[0].last?.hasPrefix("ended") == true || $0.lines[0].last?.hasPrefix("failed") == true
            }
        },
        ContractStatement(
            "without a connection a call cannot be dialed", tells: ["connection: ", "line 1: failed (dial)"]
        ) {
            _ = await $0.dials("alice")
            await $0.line("failed")
        },
        ContractStatement(
            "while the connection is made a call cannot be dialed",
            tells: ["connection: connecting", "line 1: failed (dial)"]
        ) {
            await $0.order(.connect(registration))
            _ = await $0.dials("alice")
            await $0.until { !$0.lines[0].isEmpty }
        },
        ContractStatement(
            "while a broken connection is made again a call cannot be dialed",
            tells: ["connection: connecting, ready, \(attempts), disconnected (unreachable)", "line 1: failed (dial)"]
        ) {
            await $0.connect()
            try await $0.perform(.exchangeGoesAway)
            await $0.connection("reconnecting")
            _ = await $0.dials("alice")
            await $0.line("failed")
            try await $0.perform(.timePasses)
            await $0.connection("disconnected (unreachable)")
            await $0.until { !$0.lines[0].isEmpty }
        },
    ]
}
