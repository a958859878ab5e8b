import DeviceModel
import Explorer
import PhoneCore
import PhoneScopes
import Testing

/// A flaw between phone and device must be found by the search, by the promise that it breaks.
extension PhoneScopeTests {
    @Test func `a phone that misses changes of its path is found by a call that stays connected forever`() throws {
        let way = try way(
            to: "a call that stands is connected, or what ends or mends that is under way", .pathChangesUnheard,
            PhoneFaults(calls: 1, pathChanges: 1, waitsForQuiet: true))
        #expect(way.contains { $0.hasPrefix("the network is") })
    }

    @Test func `a phone that misses a reset is found by the line that continues`() throws {
        let way = try way(
            to: "no line goes on whose call the system has lost", .resetUnheard, PhoneFaults(calls: 1, resets: 1))
        #expect(way.contains("the daemon of calls starts anew"))
    }

    @Test func `a phone that shows a call as held and keeps its line open is found by who telephones`() throws {
        let way = try way(
            to: "no line of ours is open while the person talks on the telephone", .holdKeptFromLine,
            PhoneFaults(calls: 1, cellularCalls: 1, waitsForQuiet: true))
        #expect(way.contains("the telephone call is answered, holding others"))
    }

    @Test func `a phone that misses an audio interruption is found by the silence after the alarm`() throws {
        let way = try way(
            to: "a call that stands is heard where nothing has taken its sound", .interruptionUnheard,
            PhoneFaults(calls: 1, interruptions: 1))
        #expect(way.suffix(2) == ["the alarm is over", "the main queue runs"])
    }

    @Test func `a phone that keeps its credentials over a sign-out is found by the data left behind`() throws {
        let way = try way(
            to: "after a sign-out nothing of the person is left", .credentialsKept,
            PhoneFaults(calls: 1, membership: .own, signOuts: 1, waitsForQuiet: true))
        #expect(way.contains("the person signs out"))
    }

    @Test func `a phone that believes a deadline of ringing after the answer is found by the call it ends`() throws {
        let way = try way(
            to: "nothing happens that must never happen", .lateRingBelieved,
            PhoneFaults(calls: 1, lateTimers: 1, waitsForQuiet: true))
        #expect(way.contains("the person: answer"))
        #expect(way.last?.hasPrefix("late comes ring") == true)
    }

    private static let carried = PhoneFaults(
        calls: 1, membership: .own, carriage: .either, hasVendorPushes: true, waitsForQuiet: true)

    @Test func `a phone that takes one registration for the other is found by a call that waits elsewhere`() throws {
        let way = try way(to: "a call is waited for where it comes", .registrationsMixed, Self.carried)
        #expect(way.contains { $0.hasPrefix("push ") })
    }

    @Test func `a login that does not request announced calls is found by the INVITE that cannot come`() throws {
        let way = try way(
            to: "the INVITE of a call that was announced can come", .announcedCallsNotFetched, Self.carried)
        #expect(way.contains { $0.hasPrefix("push ") })
    }

    @Test func `a phone that knows a call by its line is found by the second call it makes of one`() throws {
        var faults = Self.carried
        faults.crossing = .exchange
        let way = try way(
            to: "the system has no more calls of ours than there are sessions and throw-aways", .callsMatchedByLine,
            faults)
        #expect(way.contains { $0.hasPrefix("INVITE of 0") })
    }

    @Test func `a phone that keeps the carrier connected is found when no call is left`() throws {
        let way = try way(
            to: "the carrier is connected for calls, and until it has the push token", .carrierKept, Self.carried)
        #expect(way.contains { $0.hasPrefix("push ") })
    }

    private static var lackingToken: PhoneFaults {
        var faults = carried
        faults.lacksToken = true
        return faults
    }

    @Test func `a phone that keeps the carrier connected is found when the carrier has the push token`() throws {
        let way = try way(
            to: "the carrier is connected for calls, and until it has the push token", .carrierKept,
            Self.lackingToken)
        #expect(!way.contains { $0.hasPrefix("push ") })
    }

    @Test func `a phone that does not send the push token is found by the carrier that lacks it`() throws {
        let way = try way(
            to: "a carrier has the push token once the app is seen, or is told it", .tokenUntold, Self.lackingToken)
        #expect(!way.contains { $0.hasPrefix("push ") })
    }

    @Test func `a phone that does not name its process is found by the INVITE that was left with the one before`()
        throws
    {
        var faults = Self.carried
        (faults.deaths, faults.missesDeaths) = (1, true)
        let way = try way(
            to: "a process has an INVITE dialed anew that was left with the one before", .processUnnamed, faults)
        #expect(way.contains("INVITE of 0 arrives"))
    }

    private static let left = "a call that the end of the process left behind is ended by the next process"

    @Test func `processes with separate sessions are found by the earlier one's call, which nothing ends`() throws {
        let way = try way(
            to: Self.left, .sessionOfEachProcess,
            PhoneFaults(calls: 1, membership: .own, deaths: 1, waitsForQuiet: true))
        #expect(way.last == "the connection stands" || way.last == "signalling speaks")
    }

    @Test func `a phone that closes its connection before strays are ended is found by the call that rings on`() throws
    {
        let way = try way(
            to: Self.left, .takeUpCutShort,
            PhoneFaults(calls: 1, dials: 1, membership: .own, deaths: 1, waitsForQuiet: true))
        #expect(way.contains("1 is dialed"))
    }

    @Test func `a phone that assumes a lost termination was sent is found by the call that goes on at the exchange`()
        throws
    {
        let way = try way(
            to: "a call that was ended without a connection is ended at the exchange too", .terminationLost,
            PhoneFaults(calls: 1, membership: .own, breaks: 1, waitsForQuiet: true))
        #expect(way.contains("the connection breaks"))
        #expect(way.contains("the person: end"))
    }

    @Test func `a process that does not learn the system's calls is found by a call that is shown forever`() throws {
        let way = try way(
            to: "the system has no more calls of ours than there are sessions and throw-aways", .systemCallsUntold,
            PhoneFaults(calls: 1, membership: .own, deaths: 1, waitsForQuiet: true), on: .strict)
        #expect(way.contains { $0 == "crash" || $0 == "forceQuit" || $0 == "reclaimMemory" })
    }

    /// The shortest way by which a search comes to what the fault breaks.
    private func way(
        to promise: String, _ fault: InjectedFault, _ faults: PhoneFaults, on profile: DeviceProfile = .ios26
    ) throws -> [String] {
        let result = Explorer(PhoneScopeModel(profile, faults, plantedFault: fault)).run()
        let trace = try #require(result[promise]?.trace, "\(result.broken.map(\.property))")
        return trace.actions.map(\.description)
    }
}
