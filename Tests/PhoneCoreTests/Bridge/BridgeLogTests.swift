import CallModel
import PhoneCore
import Redaction
import Testing
import WireJSON

@Suite struct BridgeLogTests {
    private let call = CallUUID(UUIDValue(high: 1, low: 2))

    private func log(_ events: BridgeEvent...) -> BridgeLog {
        var log = BridgeLog(epoch: 7)
        for event in events { log.append(event) }
        return log
    }

    @Test func `a page that comes late misses nothing`() {
        let log = log(.connecting, .connected, .missedCall(call, .noAnswer))
        let delivery = log.events(since: BridgeCursor(epoch: 7, number: 0))
        #expect(delivery.entries.map(\.event) == [.connecting, .connected, .missedCall(call, .noAnswer)])
        #expect(!delivery.hasGap)
        #expect(log.events(since: delivery.cursor).entries.isEmpty)
    }

    @Test func `a page gets the events after its cursor, once`() {
        var log = log(.connecting, .connected)
        let cursor = log.cursor
        #expect(log.append(.disconnected).number == 3)
        #expect(log.events(since: cursor).entries.map(\.event) == [.disconnected])
    }

    @Test func `of events that supersede each other, only the last of each call stays`() {
        let other = CallUUID(UUIDValue(high: 1, low: 3))
        var log = BridgeLog(epoch: 7)
        for second in 0..<10_000 {
            log.append(.callDurationUpdated(call, CallClock(.seconds(second))))
            log.append(.callDurationUpdated(other, CallClock(.seconds(second))))
        }
        let delivery = log.events(since: BridgeCursor(epoch: 7, number: 0))
        #expect(delivery.entries.count == 2)
        #expect(!delivery.hasGap)
    }

    @Test func `a page is notified of events that were dropped for lack of room`() {
        var log = BridgeLog(epoch: 7)
        for _ in 0..<(BridgeLog.countMax + 10) { log.append(.missedCall(call, .noAnswer)) }
        #expect(log.events(since: BridgeCursor(epoch: 7, number: 9)).hasGap)
        #expect(!log.events(since: BridgeCursor(epoch: 7, number: 10)).hasGap)
        #expect(log.events(since: BridgeCursor(epoch: 7, number: 10)).entries.count == BridgeLog.countMax)
    }

    @Test func `a cursor of another process, of the future or a missing one is a gap`() {
        let log = log(.connected)
        for cursor in [nil, BridgeCursor(epoch: 6, number: 1), BridgeCursor(epoch: 7, number: 2)] {
            #expect(log.events(since: cursor).hasGap)
            #expect(log.events(since: cursor).entries.count == 1)
        }
    }

    @Test func `a delivery has the form that the page reads`() {
        #expect(
            log(.speakerStateChanged(true)).events(since: BridgeCursor("7-0")).json.jsonText
                == #"{"events":[{"cursor":1,"name":"speakerStateChanged","data":{"enabled":true}}],"#
                + #""cursor":"7-1","gap":false}"#)
    }

    @Test(arguments: ["", "7", "7-", "-1", "7-1-2", "7--1", "99999999999-1", "a-b"])
    func `a text that is not a cursor is refused`(text: String) {
        #expect(BridgeCursor(text) == nil)
    }

    @Test func `a snapshot carries the cursor from which events go on`() {
        let log = log(.connected)
        var snapshot = BridgeSnapshot(cursor: log.cursor)
        snapshot.connection = .ready
        snapshot.organization = OrganizationID("42")
        snapshot.calls = [BridgeCall(call, .inbound, .ringing)]
        #expect(snapshot.pendingIncomingCall?.id == call)
        #expect(
            snapshot.json.jsonText
                == #"{"cursor":"7-1","calls":[{"callId":"00000000-0000-0001-0000-000000000002","#
                + #""direction":"inbound","state":"ringing","isMuted":false,"isHeld":false,"isCrossOrg":false}],"#
                + #""connection":"connected","network":{"status":"disconnected","type":"none"},"speaker":false,"#
                + #""route":"earpiece","routes":[{"id":"earpiece","type":"earpiece","current":true},"#
                + #"{"id":"speaker","type":"speaker","current":false}],"#
                + #""signedIn":false,"notices":[],"callsElsewhere":[],"organizationId":"42"}"#)
    }
}
