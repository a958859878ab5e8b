import CallModel
import PhoneCore
import PhoneKit
import Redaction

/// The acts outside the phone in a statement of the contract.
enum ContractAction {
    /// The exchange takes the phone's credentials no more.
    case credentialsAreRefused
    /// The token that the phone has for the carrier has run out.
    case tokenRunsOut
    /// The exchange is gone: connections break, and new ones are refused.
    case exchangeGoesAway
    /// The carrier tells the phone's connection that another took its session over.
    case sessionIsTakenOver
    /// The carrier's gateway cannot register the phone.
    case gatewayFails
    /// It does not register the phone for now.
    case gatewayHesitates
    /// It registers the phone again.
    case gatewayIsBack
    /// What connects is taken again.
    case exchangeComesBack
    /// Nothing comes through present connections any more, and neither side is told; new ones are accepted.
    case connectionDies
    /// Nothing comes through at all, and neither side is told.
    case networkFallsSilent
    /// Time passes as far as the phone waits for it, until it has found a way to the exchange again. In the script it passes
    /// anyway.
    case timePasses
    /// The connections are broken, and can be made again.
    case connectionBreaks
    /// The person leaves the app, and the system suspends it: it runs no more, and its connection does not outlive that.
    case appIsSuspended
    /// It runs again.
    case appGoesOn
    /// The app's process ends, and the next begins. Where it is not heard, the network did not carry the end of the
    /// connection, so that the other side does not know.
    case processBeginsAnew(isHeard: Bool)
    /// Another device of the person's is connected, so that a call rings also without the phone.
    case otherDeviceConnects
    /// The first caller, or the second, calls the phone.
    case calls(Caller)
    case hangsUp(Caller)
    case holds(Caller)
    case resumes(Caller)
    /// The other device takes the call of the first caller.
    case takenElsewhere
    /// The other device turns it down.
    case declinedElsewhere
    /// The first caller is called. What becomes of the call can be noted from then on.
    case isCalled
    /// The first caller is called, and takes it or not.
    case answers
    case refusesAsBusy
}

/// Who calls, and is called.
enum Caller: String {
    case alice, carol
}

/// An exchange with a phone's signaling on it, which the contract drives: the script of the scenarios or the real one.
@MainActor
protocol ExchangeUnderContract: AnyObject {
    var record: ContractRecord { get }
    /// What the phone registers as, and what its login says beside the credentials.
    var registration: RegistrationID { get }
    var login: CarrierLogin? { get }
    /// What a login says that asks for the call of which the carrier's own push told the phone.
    func login(forCallOf caller: Caller) -> CarrierLogin?
    /// The name of the call that the phone dials.
    var spare: CallUUID { get }
    /// The phone orders something.
    func order(_ order: SignalingOrder) async
    func order(_ order: LineOrder) async
    func perform(_ action: ContractAction) async throws
    /// Waits until the reports are as wanted, for as long as it may take; in the script that is a time that can pass.
    func until(_ isMet: @escaping @MainActor (ContractRecord) -> Bool) async
    /// The sound of a line begins.
    func startAudio(of line: LineID) async
    /// Waits until a phone that connects has asked whether the gateway registers it.
    func gatewayIsAsked() async
    /// The digits that the caller has heard, once there are so many.
    func digits(heardBy caller: Caller, _ count: Int) async -> String
    /// Whether the caller hears the phone. Real media changes a moment after the report of the change, so a real caller
    /// listens until that is as expected.
    func isHeard(by caller: Caller, expecting isExpected: Bool) async -> Bool
    /// How the caller's call ended, as the caller hears it.
    func ending(for caller: Caller) async -> String
    func finish() async
}

extension ExchangeUnderContract {
    var spare: CallUUID { Contract.spare }
    var registration: RegistrationID { Contract.registration }
    var login: CarrierLogin? { nil }

    func login(forCallOf caller: Caller) -> CarrierLogin? { nil }
    func gatewayIsAsked() async {}

    func connect() async {
        await order(.connect(registration, login))
        await connection("ready")
    }

    /// Waits until the connection has been told to be so, a number of times.
    func connection(_ words: String, times: Int = 1) async {
        await until { $0.connection.count { $0 == words } >= times }
    }

    /// Waits until a line has been told to be so.
    func line(_ number: Int = 1, _ words: String) async {
        await until { $0.lines.count >= number && $0.lines[number - 1].contains { $0.hasPrefix(words) } }
    }

    /// The name of a line that was told of.
    func name(_ number: Int = 1) -> LineID {
        record.names.count >= number ? record.names[number - 1] : LineID(callID: "none")
    }

    func rings(_ caller: Caller = .alice, line number: Int = 1) async throws {
        try await perform(.calls(caller))
        await line(number, "ringing")
    }

    func talks() async throws {
        await connect()
        try await rings()
        await order(.answer(name()))
        await line("active")
    }

    /// Dials a user or a number.
    func dials(_ number: String) async -> LineID {
        let id = LineID(outbound: spare)
        record.place(of: id)
        await order(.dial(id, registration, DialedParty(.user(Redacted(number)))))
        return id
    }

    func line(_ words: String) async { await line(1, words) }

    /// The phone holds and resumes. The orders before it are done then.
    func holdsForAMoment() async {
        let line = name()
        await order(.hold(line, true))
        await until { $0.states[line]?.hold == .on }
        await order(.hold(line, false))
        await until { $0.states[line]?.hold == .off }
    }

    /// Notes how long it took from one piece of news to another.
    func noteTime(from first: String, to second: String) {
        let seconds = record.seconds(from: first, to: second).map { "\($0) s" } ?? "never"
        record.notes.append("\(second) after \(seconds)")
    }

    func note(_ caller: Caller) async { record.notes.append("\(caller.rawValue): \(await ending(for: caller))") }
}
