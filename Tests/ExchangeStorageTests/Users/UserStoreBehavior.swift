import ExchangeStorage
import Redaction
import Testing

/// What every store of users must do, whatever it stores them in. A function a rule; each takes an empty store, and the
/// accounts in the same place, which delete users.
enum UserStoreBehavior {
    typealias Proof = @Sendable (any ExchangeStore, any AccountStore) async throws -> Void

    static let all: [(rule: String, proof: Proof)] = [
        ("users are told by name, their numbers in order, their devices by name", lists),
        ("a user that is stored again takes the place of the one before", replaces),
        ("a number, a login or a device's name that is taken is refused, and nothing is stored", refusesWhatIsTaken),
        ("a device is added to a user that is there, and taken away, and nothing else changes", changesDevices),
        ("an answer is stored together with the change, or neither is", answers),
        ("a user who is deleted leaves neither a device nor a message behind", deletes),
        ("a message that goes with its user's account before it was heard is told of", reportsUnheard),
        ("a message that another user has still, or that is ended by its user or by its age, is not", reportsNoOther),
        (
            "a message that no other user can hear when its user leaves the file is told of, and stays",
            reportsThoseWhoLeft
        ),
        ("the name of a deleted user is remembered while calls are kept of it, and no longer", remembersNames),
        ("a call to a number keeps the name too, and its message is the others'", remembersLate),
        ("a message for a deleted user is the exchange's, unless another user has the name by now", keepsLate),
        ("a message of a call all of whose users were deleted is the exchange's, with an alarm", alarmsLate),
    ]

    static func device(_ name: String, of user: String = "carol") -> StoredUser.Device {
        .init(name: name, login: "\(user)-\(name)", password: "hash of \(name)")
    }

    static func user(_ name: String = "carol", numbers: [Redacted<String>] = []) -> StoredUser {
        StoredUser(
            name: name, displayName: Redacted(name.uppercased()), numbers: numbers, password: "hash",
            devices: [device("phone", of: name)])
    }

    private static func lists(_ store: any ExchangeStore, _ accounts: any AccountStore) throws {
        var (bob, carol) = (user("bob"), user(numbers: ["1004", "1003"]))
        bob.displayName = nil
        bob.password = nil
        carol.hasVoicemail = true
        carol.picture = "https://example.org/carol.jpg"
        carol.devices = [device("desk"), device("phone")]
        var stored = carol
        stored.devices = carol.devices.reversed()
        for user in [stored, bob] { try store.save(user) }
        #expect(try store.users() == [bob, carol])
    }

    private static func replaces(_ store: any ExchangeStore, _ accounts: any AccountStore) throws {
        var user = user(numbers: ["1003", "1004"])
        user.picture = "https://example.org/carol.jpg"
        try store.save(user)
        user.picture = nil
        user.displayName = nil
        user.numbers = ["1004"]
        user.password = "another"
        user.hasVoicemail = true
        user.devices = []
        try store.save(user)
        #expect(try store.users() == [user])
    }

    private static func refusesWhatIsTaken(_ store: any ExchangeStore, _ accounts: any AccountStore) throws {
        let carol = user(numbers: ["1003"])
        try store.save(carol)
        var thief = user("dave")
        thief.devices.append(device("phone"))
        for user in [user("dave", numbers: ["1005", "1003"]), thief] {
            #expect(throws: StorageError.self) { try store.save(user) }
        }
        var namesake = device("phone")
        namesake.login = "another"
        for device in [device("phone"), namesake] {
            #expect(throws: StorageError.self) { try store.add(device, to: "carol") }
        }
        #expect(try store.users() == [carol])
    }

    private static func changesDevices(_ store: any ExchangeStore, _ accounts: any AccountStore) throws {
        var (carol, dave) = (user(numbers: ["1003"]), user("dave"))
        for user in [carol, dave] { try store.save(user) }
        let tablet = device("tablet")
        #expect(try store.add(tablet, to: "carol"))
        carol.devices.append(tablet)
        #expect(try store.users() == [carol, dave])
        try store.removeDevice(named: "phone", of: "carol")
        carol.devices = [tablet]
        #expect(try store.users() == [carol, dave], "dave's phone is another")
        #expect(try store.add(device("desk"), to: "erin") == false, "there is no erin")
        try store.removeDevice(named: "phone", of: "erin")
        #expect(try store.users() == [carol, dave])
    }

    private static func answers(_ store: any ExchangeStore, _ accounts: any AccountStore) async throws {
        func begin(_ key: String) async throws -> IdempotencyOutcome {
            try await accounts.beginRequest(key, of: "operator", fingerprint: [1], at: 1, staleBefore: 0)
        }
        func receipt(_ key: String) -> RequestReceipt {
            RequestReceipt(owner: "operator", key: key, status: 201, reply: [7])
        }
        for key in ["a", "b", "c", "d"] { #expect(try await begin(key) == .started) }
        try store.save(user(numbers: ["1003"]), receipt: receipt("a"))
        #expect(try await begin("a") == .answered(status: 201, reply: [7]))
        #expect(try store.add(device("desk"), to: "carol", receipt: receipt("b")))
        #expect(try await begin("b") == .answered(status: 201, reply: [7]))
        #expect(try store.add(device("desk", of: "erin"), to: "erin", receipt: receipt("c")) == false)
        #expect(throws: StorageError.self) { try store.save(user("dave", numbers: ["1003"]), receipt: receipt("d")) }
        for key in ["c", "d"] { #expect(try await begin(key) == .underWay, "an unfinished request has no answer") }
    }

    private static func deletes(_ store: any ExchangeStore, _ accounts: any AccountStore) async throws {
        let (carol, dave) = (user(numbers: ["1003"]), user("dave"))
        for user in [carol, dave] { try store.save(user) }
        for user in ["carol", "dave"] { try store.keep(MailboxBehavior.message(user, for: user), sound: [1]) }
        try await accounts.deleteAccount(of: "carol", at: 9)
        #expect(try store.users() == [dave])
        #expect(try store.messages(of: "carol") == [] && store.messageCount(of: "dave") == 1)
        try store.save(user("erin", numbers: ["1003"]))
    }
}
