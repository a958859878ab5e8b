import CallModel
import Foundation
import PhoneCore
import PushPayload
import Redaction
import Testing

@Suite struct RecoveryTests {
    private static let session = CallSessionID(UUIDValue(high: 1, low: 1))
    private static let organization = OrganizationID("1")

    private func call(
        _ phase: CallPhase, _ direction: CallDirection = .inbound, isHeld: Bool = false
    ) -> PhoneCallRecord {
        PhoneCallRecord(
            CallUUID(session: Self.session), direction, phase, session: Self.session,
            vendor: VendorCallID(text: "v3:abc"), organization: Self.organization, isHeld: isHeld,
            display: CallDisplay(.phoneNumber("+1"), name: "Alice", organizationName: "Acme"))
    }

    private func record(_ calls: PhoneCallRecord...) -> PhoneRecord {
        var record = PhoneRecord()
        record.calls = calls
        return record
    }

    @Test func `only where there never was a record the keychain is of an installation before, and erased`() {
        #expect(PhoneScript(stored: .none).effects.contains(.organizations(.purge)))
        #expect(!PhoneScript(stored: .unreadable).effects.contains(.organizations(.purge)))
    }

    @Test func `a call that rang when the process was killed is missed, and the exchange is asked for its outcome`() {
        let call = call(.ringing)
        #expect(
            Recovery.findings(record(call), systemCalls: [])
                == [.missed(call), .askStatus(Self.session, Self.organization)])
    }

    @Test(arguments: CallPhase.allCases.filter { $0 != .ringing }, [false, true])
    func `killed with a call taken or placed, it was dropped and the other side is told`(
        phase: CallPhase, isHeld: Bool
    ) {
        let call = call(phase, phase == .dialing ? .outbound : .inbound, isHeld: isHeld)
        #expect(
            Recovery.findings(record(call), systemCalls: [])
                == [.dropped(call), .hangUp(Self.session, Self.organization)])
    }

    @Test func `killed between the tap on answer and the INVITE, it may ring on, and the exchange is asked`() {
        var call = call(.answering)
        call.hasLine = false
        #expect(
            Recovery.findings(record(call), systemCalls: [])
                == [.unanswered(call), .askStatus(Self.session, Self.organization)])
        // One that the exchange does not know by a name cannot be asked for.
        call.session = nil
        #expect(Recovery.findings(record(call), systemCalls: []) == [.dropped(call)])
    }

    @Test func `calls of a dead process that the system still shows are ended, living ones are not`() {
        let (thrownAway, stranger) = (Names.spare(1), Names.spare(2))
        let (over, living) = (Names.call(1), CallUUID(session: Self.session))
        var script = PhoneScript.ringing()
        script.perform(.end(over))
        var record = record(call(.ringing))
        record.past = script.record.past
        record.otherCalls = [thrownAway]
        #expect(
            Recovery.findings(record, systemCalls: [over, thrownAway, stranger, living], living: [living])
                == [.endSystemCall(over), .endSystemCall(thrownAway)])
    }

    @Test func `after a reboot the same is told: nothing of the system's is left`() {
        #expect(Recovery.findings(record(call(.connected)), systemCalls: []).first == .dropped(call(.connected)))
        #expect(Recovery.findings(PhoneRecord(), systemCalls: []) == [])
    }

    private func notices(reported: Ending?) -> MissedCallNotices {
        var ledger = MissedCallNotices()
        _ = ledger.after(.ended(CallOutcome(CallUUID(session: Self.session), .inbound, .noAnswer, reported: reported)))
        return ledger.stored
    }

    private var full: PhoneRecord {
        var record = record(call(.connected, isHeld: true), call(.ringing))
        var book = OrganizationState()
        _ = book.after([.provisioned(CredentialKey(Self.organization, CredentialVersion(rawValue: 7)))])
        _ = book.after([.written(CredentialKey(Self.organization, CredentialVersion(rawValue: 7)), true)])
        _ = book.after(.wanted(OrganizationID("2")))
        record.organizations = book.record
        var session = SessionLifecycle()
        _ = session.after(.signedIn(until: WallTime(milliseconds: 5), now: WallTime(milliseconds: 1)))
        record.session = session.record
        var tokens = PushTokenRegistration()
        _ = tokens.after([.launched(.sandbox), .session(true), .token(DevicePushToken("aa"))])
        record.tokens = tokens.record
        record.notices = notices(reported: Ending(.noAnswer, cause: .noAnswer, sipCode: 480, sipReason: "Unavailable"))
        var signIn = SignIn()
        _ = signIn.after([.wanted(isOnScreen: true), .nonce(SignInNonce(raw: "r", digest: "d"))])
        _ = signIn.after(
            .authorized(
                AppleCredential(
                    user: "1", identityToken: "t", authorizationCode: "c",
                    introduction: AppleIntroduction(givenName: "Ada"))))
        record.signIn = signIn.record
        _ = record.signOut.after(.begin(.asked))
        return record
    }

    @Test func `a record is read as it was written`() throws {
        let record = full
        #expect(try JSONDecoder().decode(PhoneRecord.self, from: JSONEncoder().encode(record)) == record)
    }

    @Test func `S7: a notice of an earlier version, which kept nothing that was said of its end, is read`() throws {
        var record = full
        record.notices = notices(reported: nil)
        let data = try JSONEncoder().encode(record)
        #expect(!String(decoding: data, as: UTF8.self).contains(#""told""#))
        #expect(try JSONDecoder().decode(PhoneRecord.self, from: data) == record)
    }

    @Test func `a member that an earlier version did not write has its default`() throws {
        let text = #"{"schema":1,"calls":[]}"#
        #expect(try JSONDecoder().decode(PhoneRecord.self, from: Data(text.utf8)) == PhoneRecord())
    }

    @Test func `a record of a later version is not misunderstood`() {
        let text = #"{"schema":99,"calls":[]}"#
        #expect(fault(of: Data(text.utf8)) == .newer)
    }

    @Test func `a record cut off or changed anywhere is refused or read, never a trap`() throws {
        let bytes = Array(try JSONEncoder().encode(full))
        for length in stride(from: 0, to: bytes.count, by: 7) {
            #expect(fault(of: Data(bytes.prefix(length))) == .malformed)
        }
        for index in stride(from: 0, to: bytes.count, by: 3) {
            var changed = bytes
            changed[index] ^= 0x15
            _ = fault(of: Data(changed))
        }
    }

    private func fault(of data: Data) -> RecordError? {
        do {
            _ = try JSONDecoder().decode(PhoneRecord.self, from: data)
            return nil
        } catch {
            return RecordError(error)
        }
    }

    @Test func `a record in a log holds neither name nor number`() {
        #expect(!"\(full)".contains("Alice"))
        #expect(!String(reflecting: full).contains("Ada"))
    }
}
