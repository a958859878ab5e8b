internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import Redaction
internal import Synchronization
internal import WireJSON

/// The numbers there are, and whom they ring: of the configuration now, whatever is told to change.
///
/// Isolation: any thread; a call that begins is planned by what holds then.
final class NumberDirectory: Sendable {
    /// Where a number comes from, which decides where it is changed and whether it may lead outside.
    struct Entry: Sendable {
        var number: CalledNumber
        var isOfCarrier: Bool
        var origin: Directory.Origin
    }

    private struct State {
        var entries: [Entry]
        /// Of the file.
        var users: [UserEntry]
        var plan: RingPlan
        var ofCarrier: RingPlan
        /// Whose the numbers outside are that callers of the public network have, of users of the file.
        var callers: [String: UserID]
        /// The organisations each number is called in.
        var organizations: [String: Set<String>]
    }

    private let state: Mutex<State>

    init(_ entries: [Entry], callers: [UserEntry]) {
        state = Mutex(Self.state(entries, callers))
    }

    private static func state(_ entries: [Entry], _ users: [UserEntry]) -> State {
        let callers = users.flatMap { user in user.numbers.map { ($0.revealed, UserID(user.name)) } }
        return State(
            entries: entries, users: users, plan: RingPlan(entries.map(\.number)),
            ofCarrier: RingPlan(entries.filter(\.isOfCarrier).map(\.number)),
            callers: Dictionary(callers, uniquingKeysWith: { first, _ in first }),
            organizations: organizations(entries, users))
    }

    /// A number belongs to its organisation, and to those that the file has its users in.
    private static func organizations(_ entries: [Entry], _ users: [UserEntry]) -> [String: Set<String>] {
        let ofUsers = Dictionary(
            users.map { ($0.name, $0.callingOrganizations) }, uniquingKeysWith: { first, _ in first })
        let ofNumbers = entries.map(\.number).map { number in
            (number.number.revealed, Set([number.organization] + number.users.flatMap { ofUsers[$0] ?? [] }))
        }
        return Dictionary(ofNumbers, uniquingKeysWith: { first, _ in first })
    }

    var entries: [Entry] { state.withLock { $0.entries } }
    /// All of them.
    var plan: RingPlan { state.withLock { $0.plan } }
    /// Those of the carrier.
    var ofCarrier: RingPlan { state.withLock { $0.ofCarrier } }

    /// The organisations a number is called in; nil: it is no number.
    func organizations(ofNumber dialled: String) -> Set<String>? { state.withLock { $0.organizations[dialled] } }

    /// Numbers of the public network that a user may show in calls out for an organisation, the usual one first: those of
    /// the carrier's that ring the user, the organisation's others, the user's own.
    func callerIDs(of organization: String, for party: CallingParty) -> [Redacted<String>] {
        let numbers = entries.filter {
            $0.isOfCarrier && $0.number.organization == organization && $0.number.isCallerID
        }
        .map(\.number)
        let user = party.user.rawValue
        let inOrder =
            numbers.filter { $0.users.contains(user) }.map(\.number)
            + numbers.filter { !$0.users.contains(user) }.map(\.number) + party.numbers
        var seen: Set<String> = []
        return inOrder.filter { PublicNumber($0.revealed) != nil && seen.insert($0.revealed).inserted }
    }

    func caller(from number: Redacted<String>) -> UserID? { state.withLock { $0.callers[number.revealed] } }

    /// Numbers of the file are others; those the API made stay, also what it makes meanwhile.
    func replaceConfigured(_ entries: [Entry], callers: [UserEntry]) {
        state.withLock { state in
            state = Self.state(entries + state.entries.filter { $0.origin == .api }, callers)
        }
    }

    /// Changes what numbers there are; whose callers' numbers are stays.
    func change(_ body: (inout [Entry]) -> Void) {
        state.withLock { state in
            var entries = state.entries
            body(&entries)
            state = Self.state(entries, state.users)
        }
    }

    /// Those the API made.
    ///
    /// - Throws: `ExchangeServerError` when the database cannot be read, or has one that is none.
    static func entries(in store: any NumberStore) throws(ExchangeServerError) -> [Entry] {
        let stored: [StoredNumber]
        do throws(StorageError) { stored = try store.numbers() } catch {
            throw ExchangeServerError(.storage, "\(error)")
        }
        return try stored.map { known throws(ExchangeServerError) in
            do throws(Problem) {
                let body = (try? JSONParser.parse(Array(known.document.revealed.utf8)).object) ?? [:]
                let number = try NumberDocument.number(
                    known.number.revealed, isOfCarrier: known.isOfCarrier, from: body)
                return Entry(number: number, isOfCarrier: known.isOfCarrier, origin: .api)
            } catch {
                throw ExchangeServerError(.storage, "a number in the database cannot be read: \(error.detail)")
            }
        }
    }

    /// Those of a configuration.
    static func entries(of configuration: ExchangeConfiguration) -> [Entry] {
        configuration.numbers.map { Entry(number: $0, isOfCarrier: false, origin: .configuration) }
            + (configuration.telnyx?.numbers ?? []).map {
                Entry(number: $0, isOfCarrier: true, origin: .configuration)
            }
    }

    /// - Parameter names: of the users a number may ring.
    /// - Throws: `ExchangeServerError` saying what cannot be.
    static func check(_ entries: [Entry], users names: Set<String>) throws(ExchangeServerError) {
        let numbers = entries.map(\.number)
        let own = Set(numbers.map(\.number))
        guard own.count == numbers.count else {
            throw ExchangeServerError(.configuration, "numbers and telnyx.numbers have a number twice")
        }
        for entry in entries where entry.origin == .configuration {
            // Which of them comes back by the carrier cannot be told: the call would call itself.
            guard own.isDisjoint(with: entry.number.outside) else {
                throw ExchangeServerError(.configuration, "a number is forwarded to a number of the exchange's own")
            }
            for user in entry.number.users where !names.contains(user) {
                throw ExchangeServerError(
                    .configuration, "a number names user \(user), whom the configuration does not have")
            }
        }
    }
}
