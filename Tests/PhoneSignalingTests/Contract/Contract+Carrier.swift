import CallModel
import CarillonRTC
import PhoneCore
import Redaction

/// What a phone's registration at the carrier can rely on.
extension Contract {
    static let atCarrier =
        carrierLogins + carrierEnds + gateway + carrierCalls + carrierLosses + carrierProcesses
        + carrierOutgoing

    static let carrier = RegistrationID(organization, .carrier)
    static let carrierRings = "line 1: invited in a session by the carrier, ringing"
    static let carrierTalks = "\(carrierRings), answering, active"
    private static let returned = "connection: connecting, ready, reconnecting, ready"

    /// The end of a call that stood: the BYE of its leg, and the answer to it.
    static let completedAtCarrier = ContractRecord.words(
        Ending(.completed, cause: .normalClearing, sipCode: 200, sipReason: "OK"), isReported: true)

    private static let carrierLogins = [
        ContractStatement("a token logs in at the carrier", at: .carrier, tells: [connected], ContractPlay.connects),
        ContractStatement(
            "the token of a credential that the carrier has deleted is refused", at: .carrier,
            tells: ["connection: connecting, disconnected (refused)"], ContractPlay.credentialsAreRefused),
        ContractStatement(
            "a token that has run out is refused at the carrier", at: .carrier,
            tells: ["connection: connecting, disconnected (refused)"]
        ) {
            try await $0.perform(.tokenRunsOut)
            await $0.order(.connect(carrier, $0.login))
            await $0.connection("disconnected (refused)")
        },
        ContractStatement(
            "without a token a phone does not log in at the carrier", at: .carrier, hasCredentials: false,
            tells: ["connection: connecting, disconnected (noCredentials)"], ContractPlay.credentialsAreMissing),
        ContractStatement(
            "a token that has run out is refused when the connection is made again", at: .carrier,
            tells: ["connection: connecting, ready, reconnecting, disconnected (refused)"]
        ) {
            await $0.connect()
            try await $0.perform(.tokenRunsOut)
            try await $0.perform(.connectionBreaks)
            await $0.connection("disconnected (refused)")
        },
    ]

    private static let carrierEnds = [
        ContractStatement(
            "a phone whose session another connection took over is gone for good, and its calls with it", at: .carrier,
            tells: ["connection: connecting, ready, disconnected (unreachable)", "\(carrierTalks), \(own(.dropped))"]
        ) {
            try await $0.talks()
            try await $0.perform(.sessionIsTakenOver)
            await $0.line("ended")
            await $0.connection("disconnected (unreachable)")
        }
    ]

    private static let carrierCalls = [
        ContractStatement(
            "a call over the carrier has the exchange's name and the carrier's", at: .carrier,
            tells: [connected, carrierRings]
        ) {
            await $0.connect()
            try await $0.rings()
        },
        ContractStatement(
            "a call that the carrier's push announced comes to the phone that asks for it", at: .carrier,
            tells: ["connection: connecting, ready, reconnecting, closed, connecting, ready", carrierTalks]
        ) {
            try await $0.leaves()
            try await $0.perform(.calls(.alice))
            await $0.order(.connect(carrier, $0.login(forCallOf: .alice)))
            await $0.line("ringing")
            await $0.order(.answer($0.name()))
            await $0.line("active")
        },
        ContractStatement(
            "a call that waits at the carrier does not come to a phone that does not ask for it", at: .carrier,
            tells: [
                "connection: connecting, ready, reconnecting, closed, connecting, ready", carrierRings, "rung: carol",
            ]
        ) {
            try await $0.leaves()
            try await $0.perform(.calls(.alice))
            await $0.order(.connect(carrier, $0.login))
            await $0.connection("ready", times: 2)
            try await $0.perform(.calls(.carol))
            await $0.line("ringing")
            try await $0.perform(.hangsUp(.alice))
            $0.record.notes.append("rung: \($0.rung)")
        },
        ContractStatement(
            "a phone that asks for a call whose caller has given up hears of none", at: .carrier,
            tells: [
                "connection: connecting, ready, reconnecting, closed, connecting, ready", carrierRings, "rung: carol",
            ]
        ) {
            try await $0.leaves()
            try await $0.perform(.calls(.alice))
            let login = $0.login(forCallOf: .alice)
            try await $0.perform(.hangsUp(.alice))
            await $0.order(.connect(carrier, login))
            await $0.connection("ready", times: 2)
            try await $0.perform(.calls(.carol))
            await $0.line("ringing")
            $0.record.notes.append("rung: \($0.rung)")
        },
        ContractStatement(
            "an order for the place where a call waits takes the way of an idle connection that leads elsewhere",
            at: .carrier, tells: ["connection: connecting, ready, connecting, ready"]
        ) {
            await $0.connect()
            await $0.order(.connect(carrier, CarrierLogin(via: VendorEdge("VSDKelsewhere"), fetchesCalls: true)))
            await $0.connection("ready", times: 2)
        },
        ContractStatement(
            "a caller who gives up cancels the call over the carrier", at: .carrier,
            tells: [connected, "\(carrierRings), \(reported(.cancelled))"], ContractPlay.callerGivesUp),
        ContractStatement(
            "over the carrier a call that another device takes is cancelled here: why, it does not say", at: .carrier,
            tells: [connected, "\(carrierRings), \(reported(.cancelled))"]
        ) {
            await $0.connect()
            try await $0.rings()
            try await $0.perform(.takenElsewhere)
            await $0.line("ended")
        },
        ContractStatement(
            "a call over the carrier is active when it is answered, and completed when the phone hangs up",
            at: .carrier, tells: [connected, "\(carrierTalks), disconnecting, \(own(.completed))", "alice: completed"],
            ContractPlay.phoneHangsUp),
        ContractStatement(
            "a call over the carrier that the caller ends is told with the status of its end", at: .carrier,
            tells: [connected, "\(carrierTalks), \(completedAtCarrier)"], ContractPlay.callerHangsUp),
        ContractStatement(
            "a call over the carrier that is turned down is turned down for the exchange", at: .carrier,
            tells: [connected, "\(carrierRings), disconnecting, \(own(.declined))", "alice: declined"],
            ContractPlay.phoneDeclines),
        ContractStatement(
            "a call over the carrier that is turned down as busy is busy for the exchange", at: .carrier,
            tells: [connected, "\(carrierRings), disconnecting, \(own(.busy))", "alice: busy"], ContractPlay.phoneIsBusy
        ),
        ContractStatement(
            "two calls at once over the carrier keep their own lines", at: .carrier,
            tells: [
                connected, "\(carrierRings), disconnecting, \(own(.declined))",
                "line 2: invited in a session by the carrier, ringing, answering, active", "alice: declined",
            ], ContractPlay.phoneDeclinesOneOfTwo),
        ContractStatement(
            "the phone holds a call over the carrier; that the other side holds it is not told", at: .carrier,
            tells: [connected, "\(carrierTalks), active held, active"]
        ) {
            try await $0.talks()
            try await $0.perform(.holds(.alice))
            await $0.holdsForAMoment()
            try await $0.perform(.resumes(.alice))
        },
        ContractStatement(
            "what a call over the carrier cannot do before it stands is told", at: .carrier,
            tells: [connected, "\(carrierRings), failed (hold), failed (digits)"]
        ) {
            await $0.connect()
            try await $0.rings()
            await $0.order(.hold($0.name(), true))
            await $0.line("failed (hold)")
            await $0.order(.digits($0.name(), "1"))
            await $0.line("failed (digits)")
        },
        ContractStatement(
            "digits reach the other side of a call over the carrier, in their order", at: .carrier,
            tells: [connected, carrierTalks, "alice heard 12#"], ContractPlay.phoneSendsDigits),
    ]

    private static let carrierLosses = [
        ContractStatement(
            "a call over the carrier outlives a connection that breaks, and is taken up again", at: .carrier,
            tells: [
                returned, "\(carrierTalks), active held, active, disconnecting, \(own(.completed))", "alice: completed",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.connectionBreaks)
            await $0.connection("ready", times: 2)
            await $0.holdsForAMoment()
            await $0.order(.hangUp($0.name()))
            await $0.line("ended")
            await $0.note(.alice)
        },
        ContractStatement(
            "a call over the carrier goes on over the network to which its connection is renewed", at: .carrier,
            tells: [returned, "\(carrierTalks), active held, active, \(completedAtCarrier)"]
        ) {
            try await $0.talks()
            await $0.order(.renew(carrier))
            await $0.connection("ready", times: 2)
            await $0.holdsForAMoment()
            try await $0.perform(.hangsUp(.alice))
            await $0.line("ended")
        },
        ContractStatement(
            "a call over the carrier that rings when its connection breaks rings on, and can be taken", at: .carrier,
            tells: [returned, carrierTalks]
        ) {
            await $0.connect()
            try await $0.rings()
            try await $0.perform(.connectionBreaks)
            await $0.connection("ready", times: 2)
            await $0.order(.answer($0.name()))
            await $0.line("active")
        },
        ContractStatement(
            "a call over the carrier that ends while its connection is made again is found to be gone", at: .carrier,
            tells: [returned, "\(carrierTalks), \(own(.dropped))"], ContractPlay.callerHangsUpDuringLoss),
        ContractStatement(
            "a call over the carrier is dropped by a phone that does not get there any more", at: .carrier,
            tells: [
                "connection: connecting, ready, \(attempts), disconnected (unreachable)",
                "\(carrierTalks), disconnecting, termination lost, \(own(.dropped))",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.exchangeGoesAway)
            try await $0.perform(.timePasses)
            await $0.line("ended")
            await $0.connection("disconnected (unreachable)")
        },
    ]

    private static let carrierOutgoing = [
        ContractStatement(
            "a call that is dialed over the carrier rings, is answered, and ends when the other side hangs up",
            at: .carrier,
            tells: [connected, "line 1: requesting, connecting, ringing, answering, active, \(completedAtCarrier)"],
            ContractPlay.dialedPartyHangsUp),
        ContractStatement(
            "a call that is dialed over the carrier and taken back is cancelled", at: .carrier,
            tells: [connected, "line 1: requesting, connecting, ringing, disconnecting, \(own(.cancelled))"],
            ContractPlay.phoneTakesItsDialBack),
        ContractStatement(
            "a call that is dialed over the carrier to a busy party ends as busy", at: .carrier,
            tells: [connected, "line 1: requesting, connecting, ringing, \(reported(.busy))"],
            ContractPlay.dialedPartyIsBusy),
    ]
}

extension ExchangeUnderContract {
    /// The phone was connected, so that the carrier can push to it, and is so no more, of which the carrier knows.
    fileprivate func leaves() async throws {
        await connect()
        try await perform(.exchangeGoesAway)
        await connection("reconnecting")
        await order(.disconnect(registration))
        await connection("closed")
        try await perform(.exchangeComesBack)
    }

    /// Whose calls the lines are of, in the order of the lines.
    var rung: String { record.callers.joined(separator: ", ") }
}
