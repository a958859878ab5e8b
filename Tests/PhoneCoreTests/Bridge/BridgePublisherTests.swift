import CallModel
import PhoneCore
import PushPayload
import Redaction
import Testing
import WireJSON

@Suite struct BridgePublisherTests {
    private static let first = OrganizationID("1")
    private static let second = OrganizationID("2")
    private static let session = CallSessionID(UUIDValue(high: 3, low: 4))
    private let session = Self.session
    private var id: CallUUID { CallUUID(session: session) }

    private static func end(_ reason: EndReason) -> CallEnd {
        CallEnd(CallUUID(session: session), .inbound, at: .connected, reason)
    }
    private let spare = CallUUID(UUIDValue(high: 9, low: 9))

    private func publisher() -> BridgePublisher { BridgePublisher(epoch: 7, active: Self.first, isSignedIn: true) }

    private func names(_ publisher: inout BridgePublisher, _ news: BridgeInput..., at now: Duration = .zero) -> [String]
    {
        var entries: [BridgeLog.Entry] = []
        for news in news {
            publisher.handle(news, at: now, time: WallTime(milliseconds: 1_000), into: &entries)
        }
        return entries.map(\.event.name.rawValue)
    }

    /// What a phone publishes when a call is pushed to it, and then changed.
    private func ringing(_ change: (inout CallSnapshot) -> Void = { _ in }) throws -> BridgeInput {
        var phone = Phone()
        var effects: [PhoneEffect] = []
        let pushed = PushedCall(session: session, organization: Self.second, display: CallDisplay(.phoneNumber("+1")))
        phone.handle(.push(VoIPPush(.call(pushed), spare: spare)), into: &effects)
        for case .publish(.call(var snapshot)) in effects {
            change(&snapshot)
            return .phone(.call(snapshot))
        }
        throw BridgeError(.missing, "call")
    }

    @Test func `a page gets the events of a call from its ring to its end`() throws {
        var publisher = publisher()
        #expect(names(&publisher, try ringing()) == ["incomingCall"])
        #expect(names(&publisher, try ringing()) == [])
        #expect(names(&publisher, try ringing { $0.phase = .answering }) == ["callConnecting"])
        #expect(names(&publisher, try ringing { $0.phase = .connected }, at: .seconds(5)) == ["callAnswered"])
        #expect(names(&publisher, try ringing { $0.phase = .reconnecting }) == ["callReconnecting"])
        #expect(names(&publisher, try ringing { $0.phase = .connected }) == ["callUpdated"])
        #expect(publisher.untilTick(at: .milliseconds(5_300)) == .milliseconds(700))
        #expect(names(&publisher, .tick, at: .seconds(75)) == ["callDurationUpdated"])
        #expect(names(&publisher, .phone(.ended(Self.end(.completed))), at: .seconds(80)) == ["callEnded"])
        #expect(publisher.log.events(since: nil).entries.last?.event == .callEnded(Self.end(.completed), seconds: 75))
        #expect(publisher.untilTick(at: .zero) == nil)
    }

    @Test func `a page gets a dialed call from its start, and one that failed`() throws {
        var publisher = publisher()
        let placed: (CallPhase) throws -> BridgeInput = { phase in
            try ringing {
                $0.direction = .outbound
                $0.phase = phase
            }
        }
        #expect(names(&publisher, try placed(.dialing)) == ["callStarted"])
        #expect(names(&publisher, try placed(.connecting)) == ["callRinging"])
        #expect(names(&publisher, try placed(.connected)) == ["callAnswered"])
        #expect(names(&publisher, .digitsSent(id, count: 2)) == ["dtmfSent"])
        #expect(names(&publisher, .quality(id, QualityReport())) == ["callQualityUpdated"])
        #expect(names(&publisher, .phone(.failed(spare, .busy))) == ["callFailed"])
        #expect(names(&publisher, .phone(.transferFailed(id, .busy))) == ["transferFailed"])
    }

    @Test func `a page is told of calls that other devices have, and finds them in a snapshot`() throws {
        var publisher = BridgePublisher(epoch: 7, active: nil, isSignedIn: true)
        let call = try #require(BridgeEventTests.callElsewhere)
        #expect(names(&publisher, .phone(.elsewhere([call]))) == ["callsElsewhereChanged"])
        #expect(publisher.snapshot(notices: MissedCallNotices()).callsElsewhere == [call])
        #expect(names(&publisher, .phone(.elsewhere([]))) == ["callsElsewhereChanged"])
        #expect(publisher.snapshot(notices: MissedCallNotices()).callsElsewhere == [])
    }

    @Test func `a page gets each change of the audio route, once`() throws {
        let still = AudioSnapshot(
            isRunning: true, isSpeakerOn: false, routes: AudioRoutes(.receiver), isMicrophoneOpen: true)
        let speaking = AudioSnapshot(
            isRunning: true, isSpeakerOn: true, routes: AudioRoutes(.speaker), isMicrophoneOpen: true)
        var publisher = publisher()
        #expect(names(&publisher, .phone(.audio(still))) == [])
        #expect(
            names(&publisher, .phone(.audio(speaking))) == [
                "speakerStateChanged", "audioRouteChanged", "audioRoutesChanged",
            ])
        #expect(names(&publisher, .phone(.audio(speaking))) == [])
        let reported = publisher.log.events(since: nil).entries.map(\.event)
        #expect(reported.contains(.audioRouteChanged(.speaker, from: .receiver)))
        #expect(reported.last == .audioRoutesChanged(AudioRoutes(.speaker)))
        #expect(publisher.snapshot(notices: MissedCallNotices()).routes.current == .speaker)
    }

    @Test func `a page gets another headset of the same kind as a change of outputs, not of the route`() {
        let (anna, car) = (AudioOutput("1", .bluetooth, name: "Anna's"), AudioOutput("2", .bluetooth, name: "Car"))
        let sound = { (output: AudioOutput) in
            AudioSnapshot(
                isRunning: true, isSpeakerOn: false, routes: AudioRoutes(inputs: [anna, car], output: output),
                isMicrophoneOpen: true)
        }
        var publisher = publisher()
        #expect(names(&publisher, .phone(.audio(sound(anna)))) == ["audioRouteChanged", "audioRoutesChanged"])
        #expect(names(&publisher, .phone(.audio(sound(car)))) == ["audioRoutesChanged"])
        #expect(
            publisher.log.events(since: nil).entries.map(\.event.name) == [.audioRouteChanged, .audioRoutesChanged])
    }

    @Test func `a page that was reloaded draws the call and goes on counting`() throws {
        var publisher = publisher()
        _ = names(&publisher, try ringing(), try ringing { $0.phase = .connected })
        let snapshot = publisher.snapshot(notices: MissedCallNotices())
        #expect(snapshot.calls.first?.connectedAt == WallTime(milliseconds: 1_000))
        #expect(snapshot.calls.first?.isOtherOrganization == true)
        #expect(snapshot.cursor == publisher.log.cursor)
        #expect(names(&publisher, .phone(.organization(Self.second))) == [])
        #expect(publisher.snapshot(notices: MissedCallNotices()).calls.first?.isOtherOrganization == false)
    }

    @Test func `mute, hold and sound are published when they change`() throws {
        var publisher = publisher()
        _ = names(&publisher, try ringing { $0.phase = .connected })
        #expect(
            names(
                &publisher,
                try ringing {
                    $0.phase = .connected
                    $0.isMuted = true
                    $0.isHeld = true
                }) == ["muteStateChanged", "holdStateChanged"])
    }

    @Test func `a page gets events of the connection in use only`() {
        var publisher = publisher()
        #expect(names(&publisher, .phone(.network(.found(NetworkPath(.wifi))))) == ["networkStatusChanged"])
        #expect(names(&publisher, .phone(.connection(RegistrationID(Self.first), .connecting))) == ["connecting"])
        #expect(names(&publisher, .phone(.connection(RegistrationID(Self.first), .waiting))) == [])
        #expect(names(&publisher, .phone(.connection(RegistrationID(Self.second), .ready))) == [])
        #expect(
            names(&publisher, .phone(.connection(RegistrationID(Self.first), .ready))) == ["connected", "clientReady"])
        #expect(
            names(&publisher, .phone(.connection(RegistrationID(Self.first), .reconnecting)))
                == ["reconnecting", "networkStatusChanged"])
        #expect(
            names(&publisher, .phone(.organization(Self.second)))
                == ["connected", "clientReady", "networkStatusChanged"])
        #expect(names(&publisher, .phone(.connection(RegistrationID(Self.second), .offline))) == ["disconnected"])
        #expect(
            names(&publisher, .phone(.network(.moved(from: .wifi, to: NetworkPath(.cellular)))))
                == ["networkTransition", "networkStatusChanged"])
        #expect(names(&publisher, .phone(.network(.lost))) == ["networkStatusChanged"])
        #expect(names(&publisher, .phone(.connection(RegistrationID(Self.second), .refused))) == ["connectionFailed"])
        #expect(names(&publisher, .phone(.ended(Self.end(.dropped)))) == ["networkTimeout", "callEnded"])
    }

    @Test func `switches, sessions, tokens and notices reach the page`() {
        var publisher = publisher()
        var ledger = MissedCallNotices()
        _ = ledger.after([.ended(CallOutcome(id, .inbound, .noAnswer)), .delivered([])])
        #expect(
            names(&publisher, .phone(.unread(1)), .notice(.missed, id, .noAnswer)) == [
                "unreadCountChanged", "missedCall",
            ])
        #expect(names(&publisher, .notice(.dropped, id, .dropped)) == ["callDropped"])
        #expect(names(&publisher, .noticeSettled(id, .answeredElsewhere)) == ["missedCallSettled"])
        #expect(publisher.snapshot(notices: ledger).notices.map(\.id) == [id])
        #expect(names(&publisher, .switching(Self.second)) == ["crossOrgSwitchStarted"])
        #expect(
            names(&publisher, .switched(Self.second, .timedOut), .switched(Self.second, nil)) == [
                "crossOrgSwitchFailed", "crossOrgSwitchCompleted",
            ])
        #expect(names(&publisher, .signedOut(.refused), .signedIn(nil)) == ["signedOut", "signedIn"])
        #expect(names(&publisher, .signedIn(.cancelled)) == ["signInFailed"])
        #expect(
            names(&publisher, .pushToken(nil), .failure(BridgeError(.refused, "busy"))) == [
                "voipTokenChanged", "error",
            ])
    }

    @Test func `S7: a notice reaches the page with the exchange's whole account of the end`() {
        let reported = Ending(.noAnswer, cause: .noAnswer, sipCode: 480, sipReason: "Temporarily Unavailable")
        func event(_ news: BridgeInput) -> BridgeEvent? {
            var (publisher, entries) = (publisher(), [BridgeLog.Entry]())
            publisher.handle(news, at: .zero, time: WallTime(milliseconds: 1), into: &entries)
            return entries.last?.event
        }
        for said in [reported, nil] {
            #expect(
                event(.notice(.missed, id, .noAnswer, reported: said)) == .missedCall(id, .noAnswer, reported: said))
            #expect(
                event(.notice(.dropped, id, .noAnswer, reported: said)) == .callDropped(id, .noAnswer, reported: said))
            #expect(
                event(.noticeSettled(id, .noAnswer, reported: said))
                    == .missedCallSettled(id, .noAnswer, reported: said))
        }
    }

    @Test func `a request that names no call means the one on the screen`() throws {
        var publisher = publisher()
        #expect(publisher.translation(for: .hangup(nil), spare: spare) == .refused(.unknownCall))
        #expect(publisher.translation(for: .toggleHold(nil), spare: spare) == .refused(.unknownCall))
        _ = names(&publisher, try ringing())
        #expect(publisher.translation(for: .answer(nil, other: nil), spare: spare) == .phone(.answer(id, other: .hold)))
        #expect(publisher.translation(for: .decline(nil, everywhere: nil), spare: spare) == .phone(.end(id)))
        #expect(
            publisher.translation(for: .decline(nil, everywhere: true), spare: spare)
                == .phone(.decline(id, .everywhere)))
        #expect(
            publisher.translation(for: .decline(nil, everywhere: false), spare: spare) == .phone(.decline(id, .here)))
        #expect(publisher.translation(for: .setMute(nil, true), spare: spare) == .refused(.unknownCall))
        _ = names(&publisher, try ringing { $0.phase = .connected })
        #expect(publisher.translation(for: .toggleMute(nil), spare: spare) == .phone(.mute(id, true)))
        #expect(publisher.translation(for: .setHold(nil, true), spare: spare) == .phone(.hold(id, true)))
        #expect(publisher.translation(for: .sendDigits(nil, "1"), spare: spare) == .phone(.digits(id, "1")))
        #expect(publisher.translation(for: .toggleSpeaker, spare: spare) == .phone(.speaker(true)))
        #expect(publisher.translation(for: .setAudioRoute("1"), spare: spare) == .phone(.audioRoute("1")))
        #expect(publisher.translation(for: .getAudioRoutes, spare: spare) == .other)
        #expect(
            publisher.translation(for: .call(BridgeDial("+1")), spare: spare)
                == .phone(.dial(DialRequest("+1", spare: spare))))
        #expect(publisher.translation(for: .getSnapshot, spare: spare) == .other)
        #expect(publisher.translation(for: .getCallerIDs, spare: spare) == .other)
    }

    /// Whether a call that asks to show a number is refused for it, where the exchange listed numbers of two organizations.
    private func isRefused(
        _ wish: Redacted<String>, calling destination: Redacted<String> = "+15550100177",
        for organization: OrganizationID? = nil, signedOut: Bool = false
    ) -> Bool {
        let (acme, bolt) = (OrganizationID("acme"), OrganizationID("bolt"))
        var publisher = BridgePublisher(epoch: 1, active: acme, isSignedIn: true)
        _ = names(&publisher, .callerIDs([CallerIDs(acme, ["+15550100001"]), CallerIDs(bolt, [])]))
        if signedOut { _ = names(&publisher, .signedOut(.asked)) }
        var dial = BridgeDial(destination)
        dial.settings.callerID = wish
        dial.organization = organization
        let spare = CallUUID(.random(high: 9, low: 9))
        return publisher.translation(for: .call(dial), spare: spare) == .refused(.callerIDNotAllowed)
    }

    @Test func `a number that the exchange did not list for the organization is refused before a call is placed`() {
        #expect(isRefused("+15550100002") && isRefused("+1 555 010-0002"))
        #expect(!isRefused("+15550100001") && !isRefused("+1 (555) 010-0001"))
    }

    @Test func `a caller ID that the phone cannot judge is left to the exchange`() {
        #expect(!isRefused("555 010 0002"), "which country that is in the exchange knows")
        #expect(!isRefused("+15550100002", for: OrganizationID("bolt")), "it may show the exchange's own")
        #expect(!isRefused("+15550100002", for: OrganizationID("zoo")), "of which no list was read")
        #expect(!isRefused("+15550100002", signedOut: true), "the list was another person's")
        #expect(!isRefused("+15550100002", calling: "bob"), "no public number is called")
        #expect(!isRefused("+15550100002", calling: "112") && !isRefused("+15550100002", calling: "+49 110"))
    }

    @Test func `answers have the form that the page reads`() {
        #expect(BridgeAnswer.done.json.jsonText == "{}")
        #expect(BridgeAnswer.pushToken(nil).json.jsonText == #"{"token":null}"#)
        #expect(BridgeAnswer.pushToken(DevicePushToken("aa")).json.jsonText == #"{"token":"aa"}"#)
        #expect(BridgeAnswer.deviceID("d").json.jsonText == #"{"deviceId":"d"}"#)
        #expect(BridgeAnswer.connection(.ready).json.jsonText == #"{"state":"connected","connected":true}"#)
        #expect(
            BridgeAnswer.network(BridgeNetwork(.connected, .cellular)).json.jsonText
                == #"{"status":"connected","type":"cellular"}"#)
        #expect(BridgeAnswer.pendingIncomingCall(nil).json.jsonText == #"{"call":null}"#)
        #expect(
            BridgeAnswer.audioRoutes(AudioRoutes(.speaker)).json.jsonText
                == #"{"routes":[{"id":"earpiece","type":"earpiece","current":false},"#
                + #"{"id":"speaker","type":"speaker","current":true}]}"#)
        #expect(
            BridgeAnswer.callerIDs([CallerIDs(OrganizationID("acme"), ["+15550100001", "no number"])]).json.jsonText
                == #"{"callerIds":[{"organizationId":"acme","numbers":["+15550100001"]}]}"#)
        #expect(BridgeAnswer.toggled(true).json.jsonText == #"{"enabled":true}"#)
    }
}
