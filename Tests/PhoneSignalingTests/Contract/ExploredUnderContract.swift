import CallModel
import PhoneCore
import PhoneKit
import PhoneScopes

/// The exchange of the phone scopes, which knows no time.
@MainActor
final class ExploredUnderContract: ExchangeUnderContract {
    /// The acts that it cannot play, and why.
    nonisolated static let unplayable = [
        "a connection that cannot be made again is given up for good": givesUp,
        "while a broken connection is made again a call cannot be dialed": givesUp,
        "a network that falls silent for good costs as many attempts as one that refuses": givesUp,
        "a call in a network that falls silent for good is dropped by the phone itself": givesUp,
        "a connection that dies silently is noticed by its silence, and made again": time,
        "where nothing answers and nothing refuses, the first attempt lasts as long as a connection may take": time,
        "a call that no device takes ends as not answered": time,
        "an end that is told to an app that is suspended is lost: the call is found to be gone":
            "The exchange of a scope notices at once that a connection is gone, and tells the end over the next.",
        "the caller's hold and its end are told": "No caller of a scope holds: the phone keeps nothing of it.",
        "a number that belongs to no one ends the line as unreachable": "Every number of a scope belongs to a person.",
        "a call that rings goes on to ring in the next process, before the end of the one before is known":
            "Where a death goes unseen an INVITE stays with the process before until the next one names itself. That is "
            + "later than the exchange, which knows the session, offers it.",
        "digits reach the other side, in their order": digits,
        "digits cannot be sent before the call stands": digits,
    ]

    /// `ExploredEnvironment` drives the exchange alone. The carrier of the scopes is held against nothing real.
    nonisolated static func plays(_ statement: ContractStatement) -> Bool {
        statement.provider == .exchange && unplayable[statement.description] == nil
    }

    nonisolated private static let givesUp =
        "Attempts are not counted: a broken connection is made again at some time, or the scope ends without it."
    nonisolated private static let time =
        "Of the client's and the exchange's deadlines a scope has those of a call whose process has ended; for the rest "
        + "they wait as long as it takes."
    nonisolated private static let digits = "No person of a scope types digits."

    let record = ContractRecord()
    private var outside: ExploredEnvironment

    init(_ statement: ContractStatement) {
        outside = ExploredEnvironment(
            hasCredentials: statement.hasCredentials, takesSessionsUp: statement.device != nil)
    }

    var spare: CallUUID { outside.dialed }

    func order(_ order: SignalingOrder) {
        switch order {
        case .connect(_, let login): outside.order(.connect(outside.registration, login))
        case .renew: outside.order(.renew(outside.registration))
        case .disconnect: outside.order(.disconnect(outside.registration))
        }
        recordEvents()
    }

    func order(_ order: LineOrder) {
        if case .dial(let line, _, let party) = order {
            outside.order(.dial(line, outside.registration, party))
        } else {
            outside.order(order)
        }
        recordEvents()
    }

    private func recordEvents() {
        for event in outside.handleEndPush() { record.send(event) }
    }

    func perform(_ action: ContractAction) throws {
        switch action {
        case .credentialsAreRefused: outside.refuseCredentials()
        case .exchangeGoesAway: outside.setAway(true)
        case .exchangeComesBack: outside.setAway(false)
        case .appIsSuspended: outside.setAway(true)
        case .appGoesOn: outside.setAway(false)
        case .connectionBreaks: outside.breakConnection()
        case .connectionDies: outside.changeNetwork()
        case .otherDeviceConnects, .declinedElsewhere, .isCalled, .timePasses:
            break  // The phone is told nothing of it.
        case .calls(let caller): outside.call(caller.number)
        case .hangsUp(let caller): outside.end(caller.number)
        case .takenElsewhere: outside.answerElsewhere(Caller.alice.number)
        case .answers: outside.answerByPeer()
        case .refusesAsBusy: outside.end(Caller.alice.number)
        case .processBeginsAnew(let isHeard):
            record.processBegins()
            outside.beginProcess(isHeard: isHeard)
        case .networkFallsSilent, .holds, .resumes, .tokenRunsOut, .sessionIsTakenOver, .gatewayFails,
            .gatewayHesitates, .gatewayIsBack:
            throw Unplayable()
        }
        recordEvents()
    }

    struct Unplayable: Error {}

    func until(_ isMet: @escaping @MainActor (ContractRecord) -> Bool) {
        while !isMet(record), outside.goOn() { recordEvents() }
    }

    func startAudio(of line: LineID) {}
    func digits(heardBy caller: Caller, _ count: Int) -> String { "" }
    func isHeard(by caller: Caller, expecting _: Bool) -> Bool { outside.isHeard(by: caller.number) }

    func ending(for caller: Caller) -> String {
        until { [self] _ in outside.ending(of: caller.number) != nil }
        return outside.ending(of: caller.number).map { "\($0)" } ?? "lives"
    }

    func finish() {}
}

extension Caller {
    fileprivate var number: UInt8 { self == .alice ? 0 : 1 }
}
