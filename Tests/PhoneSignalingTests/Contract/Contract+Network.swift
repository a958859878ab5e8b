import CallModel
import CarillonRTC
import PhoneCore
import Redaction

/// What a client does where nothing is refused and nothing is told, and what becomes of its calls.
extension Contract {
    private static let returned = "connection: connecting, ready, reconnecting, ready"
    private static let gone = "connection: connecting, ready, \(attempts), disconnected (unreachable)"

    static let network = [
        ContractStatement(
            "a connection that dies silently is noticed by its silence, and made again",
            tells: [returned, "reconnecting after 45 s"]
        ) {
            await $0.connect()
            try await $0.perform(.connectionDies)
            try await $0.perform(.timePasses)
            await $0.connection("ready", times: 2)
            $0.noteTime(from: "ready", to: "reconnecting")
        },
        ContractStatement(
            "where nothing answers and nothing refuses, the first attempt lasts as long as a connection may take",
            tells: [
                "connection: connecting, disconnected (unreachable)", "disconnected (unreachable) after 10 s",
            ]
        ) {
            try await $0.perform(.networkFallsSilent)
            await $0.order(.connect(registration))
            try await $0.perform(.timePasses)
            await $0.connection("disconnected (unreachable)")
            $0.noteTime(from: "connecting", to: "disconnected (unreachable)")
        },
        ContractStatement(
            "a network that falls silent for good costs as many attempts as one that refuses", tells: [gone]
        ) {
            await $0.connect()
            try await $0.perform(.networkFallsSilent)
            try await $0.perform(.timePasses)
            await $0.connection("disconnected (unreachable)")
        },
        ContractStatement("a connection that is renewed is made again at once", tells: [returned]) {
            await $0.connect()
            await $0.order(.renew(registration))
            await $0.connection("ready", times: 2)
        },
        ContractStatement(
            "a call goes on over the network to which its connection is renewed",
            tells: [
                returned, "line 1: invited in a session, ringing, answering, active, disconnecting, \(own(.completed))",
                "alice: completed",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.connectionDies)
            await $0.order(.renew(registration))
            await $0.connection("ready", times: 2)
            await $0.order(.hangUp($0.name()))
            await $0.line("ended")
            await $0.note(.alice)
        },
        ContractStatement(
            "a call in a network that falls silent for good is dropped by the phone itself",
            tells: [
                gone,
                "line 1: invited in a session, ringing, answering, active, active held, active, "
                    + "disconnecting, termination lost, \(own(.dropped))",
            ]
        ) {
            try await $0.talks()
            await $0.holdsForAMoment()
            try await $0.perform(.networkFallsSilent)
            try await $0.perform(.timePasses)
            await $0.line("ended")
            await $0.connection("disconnected (unreachable)")
        },
        ContractStatement(
            "a hold that is asked for while the connection is made again is in force once it is made",
            tells: [returned, "line 1: invited in a session, ringing, answering, active, active held, active"]
        ) {
            try await $0.talks()
            try await $0.perform(.exchangeGoesAway)
            await $0.connection("reconnecting")
            await $0.order(.hold($0.name(), true))
            try await $0.perform(.exchangeComesBack)
            await $0.connection("ready", times: 2)
            await $0.line("active held")
            await $0.order(.hold($0.name(), false))
            await $0.until { $0.lines[0].last == "active" }
        },
        ContractStatement(
            "a call that is hung up while the connection is made again ends for the other side once it is made",
            tells: [
                returned,
                "line 1: invited in a session, ringing, answering, active, disconnecting, termination lost, "
                    + own(.completed),
                "alice: completed",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.exchangeGoesAway)
            await $0.connection("reconnecting")
            await $0.order(.hangUp($0.name()))
            await $0.line("ended")
            try await $0.perform(.exchangeComesBack)
            await $0.connection("ready", times: 2)
            await $0.note(.alice)
        },
        ContractStatement(
            "a call that ends while its connection is made again has ended when it is made",
            tells: [
                returned, "line 1: invited in a session, ringing, answering, active, \(reported(.completed))",
            ], ContractPlay.callerHangsUpDuringLoss),
    ]

    static let suspensions = [
        ContractStatement("an app that was suspended comes back over a new connection", tells: [returned]) {
            await $0.connect()
            try await $0.perform(.appIsSuspended)
            try await $0.perform(.appGoesOn)
            await $0.connection("ready", times: 2)
        },
        ContractStatement(
            "a call outlives that its app is suspended for a moment",
            tells: [
                returned, "line 1: invited in a session, ringing, answering, active, disconnecting, \(own(.completed))",
                "alice: completed",
            ]
        ) {
            try await $0.talks()
            try await $0.perform(.appIsSuspended)
            try await $0.perform(.appGoesOn)
            await $0.connection("ready", times: 2)
            await $0.order(.hangUp($0.name()))
            await $0.line("ended")
            await $0.note(.alice)
        },
        ContractStatement(
            "an end that is told to an app that is suspended is lost: the call is found to be gone",
            tells: [returned, "line 1: invited in a session, ringing, answering, active, \(own(.dropped))"]
        ) {
            try await $0.talks()
            try await $0.perform(.appIsSuspended)
            try await $0.perform(.hangsUp(.alice))
            try await $0.perform(.appGoesOn)
            await $0.connection("ready", times: 2)
            await $0.line("ended")
        },
        ContractStatement(
            "a call that comes while the app is suspended rings when it runs again",
            tells: [returned, "line 1: invited in a session, ringing"]
        ) {
            await $0.connect()
            try await $0.perform(.otherDeviceConnects)
            try await $0.perform(.appIsSuspended)
            try await $0.perform(.calls(.alice))
            try await $0.perform(.appGoesOn)
            await $0.connection("ready", times: 2)
            await $0.line("ringing")
        },
    ]

    static let ends = [
        ContractStatement(
            "a call that no device takes ends as not answered", ringsBriefly: true,
            tells: [connected, "line 1: invited in a session, ringing, \(reported(.noAnswer))", "alice: noAnswer"]
        ) {
            await $0.connect()
            try await $0.rings()
            await $0.line("ended")
            await $0.note(.alice)
        },
        ContractStatement(
            "a call that another device turns down rings on here",
            tells: [connected, "line 1: invited in a session, ringing, \(reported(.cancelled))"]
        ) {
            try await $0.perform(.otherDeviceConnects)
            await $0.connect()
            try await $0.rings()
            try await $0.perform(.declinedElsewhere)
            try await $0.perform(.hangsUp(.alice))
            await $0.line("ended")
        },
        ContractStatement(
            "digits reach the other side, in their order",
            tells: [
                connected, "line 1: invited in a session, ringing, answering, active", "alice heard 12#",
            ], ContractPlay.phoneSendsDigits),
        ContractStatement(
            "digits cannot be sent before the call stands",
            tells: [connected, "line 1: invited in a session, ringing, failed (digits)"]
        ) {
            await $0.connect()
            try await $0.rings()
            await $0.order(.digits($0.name(), "1"))
            await $0.line("failed (digits)")
        },
        ContractStatement(
            "a phone that is muted is not heard, also after a hold, until it is unmuted",
            tells: [
                connected,
                "line 1: invited in a session, ringing, answering, active, active held, active, active held, active",
                "heard: true, false, true",
            ]
        ) {
            try await $0.talks()
            await $0.startAudio(of: $0.name())
            var heard = [await $0.isHeard(by: .alice, expecting: true)]
            await $0.order(.mute($0.name(), true))
            await $0.holdsForAMoment()
            heard.append(await $0.isHeard(by: .alice, expecting: false))
            await $0.order(.mute($0.name(), false))
            await $0.holdsForAMoment()
            heard.append(await $0.isHeard(by: .alice, expecting: true))
            $0.record.notes.append("heard: \(heard.map { "\($0)" }.joined(separator: ", "))")
        },
    ]
}
