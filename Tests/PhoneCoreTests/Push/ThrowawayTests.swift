import CallModel
import PhoneCore
import Redaction
import Testing

@Suite struct ThrowawayTests {
    @Test func `a push that cannot be understood is reported and ended once the report has completed`() {
        var script = PhoneScript()
        #expect(script.push(.unreadable) == ["throwaway x1"])
        #expect(script.reported(Names.spare(1), .throwaway) == ["ended x1 unanswered"])
    }

    @Test func `a report that never completes is ended after a while`() {
        var script = PhoneScript()
        script.push(.unreadable)
        #expect(script.fire(.report(Names.spare(1))) == ["ended x1 unanswered"])
        #expect(script.reported(Names.spare(1), .throwaway, .unknown) == [])
    }

    @Test func `a refused throw-away needs no end`() {
        var script = PhoneScript()
        script.push(.unreadable)
        #expect(script.reported(Names.spare(1), .throwaway, .filteredByDoNotDisturb) == [])
    }

    @Test func `a push that comes too late is a missed call`() {
        var script = PhoneScript()
        #expect(script.push(.ours(1), age: .seconds(121)) == ["throwaway A", "notify missed A"])
        #expect(script.reported(callA, .throwaway) == ["ended A unanswered"])
        #expect(script.push(.ours(1), spare: 2) == ["throwaway x2"])
    }

    @Test func `a late push of a call that was declined does not show it missed`() {
        var script = PhoneScript.ringing()
        script.perform(.end(callA))
        #expect(script.push(.vendors(1), spare: 2) == ["announce V1 8179398981", "let sleep"])
        #expect(script.push(.ours(1), spare: 3) == ["throwaway x3"])
        #expect(script.reported(Names.spare(3), .throwaway) == ["ended x3 declinedElsewhere"])
    }

    @Test func `news that overtake the announcement keep it from ringing`() {
        var script = PhoneScript()
        #expect(script.push(.ended(session: sessionA, vendor: nil, .answeredElsewhere)) == ["throwaway x1"])
        script.reported(Names.spare(1), .throwaway)
        #expect(script.push(.ours(1), spare: 2) == ["throwaway x2"])
        #expect(script.reported(Names.spare(2), .throwaway) == ["ended x2 answeredElsewhere"])
    }

    @Test func `news of a call that rings report it again and end it when both reports have completed`() {
        var script = PhoneScript()
        script.push(.ours(1))
        #expect(
            script.push(.ended(session: sessionA, vendor: nil, .cancelled), spare: 2) == ["again A", "notify missed A"])
        #expect(script.reported(callA) == [])
        #expect(script.reported(callA, .again, .alreadyExists) == ["ended A remoteEnded"])
    }

    @Test func `before the first unlock a call is reported, ended, and the person told why`() {
        var script = PhoneScript(stored: .locked)
        #expect(script.push(.ours(1)) == ["throwaway x1", "notify unlock x1"])
        #expect(script.reported(Names.spare(1), .throwaway) == ["ended x1 unanswered"])
        script.handle(.protectedDataAvailable(.none))
        #expect(script.push(.ours(2)).first == "announce B +18179398982 Bob")
    }

    @Test func `a call too many is reported under its own name, ended, and the exchange told that we are busy`() {
        var script = PhoneScript.connectedAndRinging()
        #expect(script.push(.ours(3)) == ["throwaway C", "notify missed C, busy"])
        #expect(script.reported(callC, .throwaway) == ["ended C unanswered"])
        #expect(script.line(Names.line(3), .invited(.ours(3))) == ["c: busy"])
        #expect(script.line(Names.line(3), .ended(.busy)) == [])
    }

    @Test func `nothing is reported that need not be and is not worth it`() {
        var script = PhoneScript()
        #expect(script.push(.unreadable, mustReport: false) == [])
        #expect(script.push(.ended(session: sessionA, vendor: nil, .cancelled), mustReport: false) == [])
        #expect(script.push(.ours(1), mustReport: false) == [])
        #expect(script.push(.ours(2), mustReport: false) == ["announce B +18179398982 Bob"])
        #expect(script.push(.ours(2), mustReport: false) == [])
    }

    @Test func `a name that was used is not used again`() {
        var script = PhoneScript()
        script.push(.ours(1))
        script.reported(callA)
        script = script.relaunched()
        #expect(script.push(.ours(1), spare: 7).first == "announce x7 +18179398981 Alice")
    }
}
