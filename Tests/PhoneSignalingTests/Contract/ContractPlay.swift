import PhoneCore
import Redaction

/// The steps of statements about exchange and carrier alike. The words told afterwards differ, and stand in each statement.
@MainActor
enum ContractPlay {
    /// The phone connects.
    static func connects(_ it: any ExchangeUnderContract) async throws {
        await it.connect()
    }

    /// What the phone logs in with is taken no more.
    static func credentialsAreRefused(_ it: any ExchangeUnderContract) async throws {
        try await it.perform(.credentialsAreRefused)
        await it.order(.connect(it.registration, it.login))
        await it.connection("disconnected (refused)")
    }

    /// The phone connects with nothing to log in with.
    static func credentialsAreMissing(_ it: any ExchangeUnderContract) async throws {
        await it.order(.connect(it.registration, it.login))
        await it.connection("disconnected (noCredentials)")
    }

    /// The caller hangs up while it rings.
    static func callerGivesUp(_ it: any ExchangeUnderContract) async throws {
        await it.connect()
        try await it.rings()
        try await it.perform(.hangsUp(.alice))
        await it.line("ended")
    }

    /// The phone hangs up in a call.
    static func phoneHangsUp(_ it: any ExchangeUnderContract) async throws {
        try await it.talks()
        await it.order(.hangUp(it.name()))
        await it.line("ended")
        await it.note(.alice)
    }

    /// The caller hangs up in a call.
    static func callerHangsUp(_ it: any ExchangeUnderContract) async throws {
        try await it.talks()
        try await it.perform(.hangsUp(.alice))
        await it.line("ended")
    }

    /// The person turns the call down.
    static func phoneDeclines(_ it: any ExchangeUnderContract) async throws {
        await it.connect()
        try await it.rings()
        await it.order(.decline(it.name(), isBusy: false))
        await it.line("ended")
        await it.note(.alice)
    }

    /// The person is busy.
    static func phoneIsBusy(_ it: any ExchangeUnderContract) async throws {
        await it.connect()
        try await it.rings()
        await it.order(.decline(it.name(), isBusy: true))
        await it.line("ended")
        await it.note(.alice)
    }

    /// Of two calls that ring the first is turned down and the second taken.
    static func phoneDeclinesOneOfTwo(_ it: any ExchangeUnderContract) async throws {
        await it.connect()
        try await it.rings(.alice)
        try await it.rings(.carol, line: 2)
        await it.order(.decline(it.name(1), isBusy: false))
        await it.line("ended")
        await it.order(.answer(it.name(2)))
        await it.line(2, "active")
        await it.note(.alice)
    }

    /// A dialed party answers, and hangs up.
    static func dialedPartyHangsUp(_ it: any ExchangeUnderContract) async throws {
        await it.connect()
        _ = await it.dials("alice")
        await it.line("ringing")
        try await it.perform(.answers)
        await it.line("active")
        try await it.perform(.hangsUp(.alice))
        await it.line("ended")
    }

    /// A dial is taken back while it rings.
    static func phoneTakesItsDialBack(_ it: any ExchangeUnderContract) async throws {
        await it.connect()
        let line = await it.dials("alice")
        await it.line("ringing")
        await it.order(.hangUp(line))
        await it.line("ended")
    }

    /// A dialed party is busy.
    static func dialedPartyIsBusy(_ it: any ExchangeUnderContract) async throws {
        await it.connect()
        _ = await it.dials("alice")
        await it.line("ringing")
        try await it.perform(.refusesAsBusy)
        await it.line("ended")
    }

    /// The phone sends digits in a call.
    static func phoneSendsDigits(_ it: any ExchangeUnderContract) async throws {
        try await it.talks()
        await it.order(.digits(it.name(), "12#"))
        it.record.notes.append("alice heard \(await it.digits(heardBy: .alice, 3))")
    }

    /// The caller hangs up while the phone makes its connection again.
    static func callerHangsUpDuringLoss(_ it: any ExchangeUnderContract) async throws {
        try await it.talks()
        try await it.perform(.exchangeGoesAway)
        await it.connection("reconnecting")
        try await it.perform(.hangsUp(.alice))
        try await it.perform(.exchangeComesBack)
        await it.connection("ready", times: 2)
        await it.line("ended")
    }
}
