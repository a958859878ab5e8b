import CallModel
import CallerSealing
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import PushPayload
import Redaction
import Testing

/// Who calls, sealed by the exchange and read by the phone on its way from the push to the report.
@MainActor
@Suite struct SealedCallerTests {
    private static let anna = CallerDetails(
        name: "Anna", number: "+15550100", organization: "Acme", called: "+15550199",
        picture: "https://example.org/anna.jpg")

    private static func session(_ number: UInt64) -> CallSessionID { CallSessionID(.random(high: 1, low: number)) }

    private static func push(
        _ number: UInt64, key: Redacted<[UInt8]>, _ caller: CallerDetails = anna, sealedFor: UInt64? = nil
    ) -> Data {
        var push = IncomingPush.ringing(
            session(number), organization: "acme", deadline: WallTime(milliseconds: 1_800_000_000_000))
        push.sealedCaller = CallerSeal(key: key)?.seal(caller, for: session(sealedFor ?? number))
        return Data(push.bytes() ?? [])
    }

    /// A phone on which a person signed in, and the key its exchange has.
    private func signedIn(_ profile: DeviceProfile = .ios26p4) async throws -> (PhoneUnderTest, Redacted<[UInt8]>) {
        let phone = PhoneUnderTest(profile)
        await phone.device.openApp()
        await signIn(phone)
        return (phone, try #require(phone.outside?.pushKeys.last))
    }

    private func signIn(_ phone: PhoneUnderTest) async {
        await phone.pass(
            .session(
                .signedIn(
                    until: WallTime(milliseconds: 1_900_000_000_000), now: WallTime(milliseconds: 1_700_000_000_000))))
    }

    private func rings(_ phone: PhoneUnderTest) -> [String] {
        phone.device.moments.map(\.words).filter { $0.hasPrefix("rings: ") }
    }

    @Test(arguments: [DeviceProfile.ios16, .ios18, .ios26p4, .strict])
    func `the first report of a locked phone names caller and organization`(profile: DeviceProfile) async throws {
        let (phone, key) = try await signedIn(profile)
        await phone.device.lock()
        await phone.device.kill(.reclaimMemory)
        await phone.device.push(json: Self.push(1, key: key))
        #expect(rings(phone) == ["rings: Anna · Acme"])
        #expect(!phone.device.moments.contains { $0.words.hasPrefix("the call is named") }, "no later report names it")
        #expect(phone.device.violations == 0 && phone.device.terminations.map(\.reason) == [.memory])
        #expect(phone.outside?.faults == [])
    }

    @Test(arguments: [DeviceProfile.ios18, .ios26p4])
    func `before the first unlock the report names the caller too, and nothing locked is asked`(
        profile: DeviceProfile
    ) async throws {
        let (phone, key) = try await signedIn(profile)
        await phone.device.reboot()
        await phone.device.push(json: Self.push(1, key: key))
        #expect(phone.device.machine.lock == .beforeFirstUnlock)
        #expect(rings(phone) == ["rings: Anna · Acme"])
        await phone.device.advance(by: .seconds(9))
        #expect(phone.device.recents.map(\.name) == ["Anna · Acme"])
        #expect(!phone.device.frameworkCalls.contains { $0.hasPrefix("SecItem") })
        #expect(phone.device.violations == 0)
        #expect(phone.outside?.faults == [])
    }

    @Test func `other details of the sealed caller reach the page`() async throws {
        let (phone, key) = try await signedIn()
        await phone.device.push(json: Self.push(1, key: key))
        let call = try #require(phone.app?.shell.phone.calls.first)
        #expect(call.display.calledNumber == "+15550199" && call.display.picture == "https://example.org/anna.jpg")
        let shown = BridgeCall(call, active: nil)
        #expect(shown.calledNumber == "+15550199" && shown.callerPicture == "https://example.org/anna.jpg")
    }

    enum Damage: CaseIterable { case otherKey, otherCall, noCaller }

    @Test(arguments: Damage.allCases)
    func `a seal that does not open rings as unknown, and the log has no word of it`(damage: Damage) async throws {
        let (phone, key) = try await signedIn()
        await phone.device.lock()
        let push =
            switch damage {
            case .otherKey: Self.push(1, key: CallerSeal.freshKey())
            case .otherCall: Self.push(1, key: key, sealedFor: 2)
            case .noCaller: Self.push(1, key: key, CallerDetails())
            }
        await phone.device.push(json: push)
        #expect(rings(phone) == ["rings: Unknown caller"])
        #expect(phone.device.screen.first?.stage == .ringing)
        let faults = damage == .noCaller ? [] : [PhoneDiagnostic(.push, "sealedCaller: unopened")]
        #expect(phone.outside?.faults == faults)
    }

    @Test func `plain text beside a seal that does not open is shown`() async throws {
        let (phone, _) = try await signedIn()
        var push = IncomingPush.ringing(
            Self.session(1), organization: "acme", deadline: WallTime(milliseconds: 1_800_000_000_000))
        push.callerName = "Anna in plain"
        push.sealedCaller = CallerSeal(key: CallerSeal.freshKey())?.seal(Self.anna, for: Self.session(1))
        await phone.device.push(json: Data(push.bytes() ?? []))
        #expect(rings(phone) == ["rings: Anna in plain"])
    }

    @Test func `a push that no key opens has the exchange given a new one, once`() async throws {
        let (phone, key) = try await signedIn()
        for number: UInt64 in 1...3 {
            await phone.device.push(json: Self.push(number, key: CallerSeal.freshKey()))
            await phone.device.decline()
            await phone.device.advance(by: .seconds(5))
        }
        let keys = try #require(phone.outside?.pushKeys)
        #expect(keys.count == 2 && keys.first == key)
        await phone.device.push(json: Self.push(9, key: keys[1]))
        #expect(rings(phone).last == "rings: Anna · Acme")
    }

    @Test func `a push of an exchange that has no key any more has it given a new one, once`() async throws {
        let (phone, key) = try await signedIn()
        for number: UInt64 in 1...2 {
            await phone.device.push(json: Payload.call(number))
            await phone.device.decline()
            await phone.device.advance(by: .seconds(5))
        }
        let keys = try #require(phone.outside?.pushKeys)
        #expect(keys.count == 2 && keys.first == key)
        #expect(phone.outside?.faults == [])
    }

    @Test func `a new sign-in brings a new key, and a push sealed with the former still opens`() async throws {
        let (phone, former) = try await signedIn()
        await signIn(phone)
        let keys = try #require(phone.outside?.pushKeys)
        #expect(keys.count == 2 && keys[1] != former)
        await phone.device.push(json: Self.push(1, key: former))
        #expect(rings(phone) == ["rings: Anna · Acme"])
        await phone.device.decline()
        await phone.device.push(json: Self.push(2, key: keys[1]))
        #expect(rings(phone) == ["rings: Anna · Acme", "rings: Anna · Acme"])
    }

    @Test func `a key outlives the process, and is given to the exchange once`() async throws {
        let (phone, key) = try await signedIn()
        for _ in 1...2 {
            await phone.device.forceQuit()
            await phone.device.openApp()
        }
        #expect(phone.processes.flatMap(\.pushKeys) == [key])
    }

    @Test func `keys lie in a file that is open before the first unlock, and a sign-out empties it`() throws {
        let files = FolderUnderTest()
        let outside = RecordingPorts()
        let sink = RecordingSink()
        func store() -> PushKeyStore {
            let store = PushKeyStore(files: files.store, names: CountedNames(), log: outside)
            store.sink = sink
            return store
        }
        let first = store()
        #expect(first.newest == nil)
        first.make()
        #expect(files.protection(PushKeyStore.name) == FileProtection.none)
        let id = try #require(first.newest)
        let key = try #require(first.key(id))
        #expect(sink.events == [.pushKeys(.made(id))])
        files.isLocked = true
        #expect(store().key(id) == key)
        first.erase()
        #expect(first.newest == nil && store().newest == nil && store().key(id) == nil)
        #expect(outside.faults == [])
    }

    @Test(arguments: ["", "{", "[]", #"[{"id":1}]"#, #"[{"id":-1,"bytes":[1]}]"#, #"[{"id":1,"bytes":[1,2]}]"#])
    func `a file of keys that cannot be understood opens nothing, and a new key takes its place`(text: String) {
        let files = FolderUnderTest()
        let outside = RecordingPorts()
        files.put(PushKeyStore.name, text)
        let store = PushKeyStore(files: files.store, names: CountedNames(), log: outside)
        var push = IncomingPush.ringing(Self.session(1), organization: nil, deadline: WallTime(milliseconds: 1))
        push.sealedCaller = CallerSeal(key: CallerSeal.freshKey())?.seal(Self.anna, for: Self.session(1))
        #expect(store.open(&push))
        #expect(push.callerName == nil)
        store.make()
        #expect(store.newest.flatMap { store.key($0) }?.revealed.count == CallerSeal.keyByteCount)
    }

    @Test func `on a full disk no key is made, and that is reported`() {
        let files = FolderUnderTest()
        let outside = RecordingPorts()
        let sink = RecordingSink()
        let store = PushKeyStore(files: files.store, names: CountedNames(), log: outside)
        store.sink = sink
        files.isFull = true
        store.make()
        #expect(sink.events == [.pushKeys(.notMade)] && store.newest == nil)
        #expect(outside.faults.map(\.code) == [.pushKeys])
    }
}
