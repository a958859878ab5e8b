import Accounts
import Testing

/// Which credentials a device has at a carrier. Source: situations 46, 47, 70 and 71 of Documentation/RingScenarios.md.
@Suite struct CarrierCredentialTests {
    private static let start: Int64 = 1_800_000_000_000_000
    private static let minute: Int64 = 60_000_000
    private static let day: Int64 = 86_400_000_000

    /// The events of one of alice's phones, and its stored credentials.
    private struct Story {
        var now = CarrierCredentialTests.start
        var credentials = CarrierCredentials(of: "d1")
        var effects: [CarrierCredentialEffect] = []
        /// As the effects leave it.
        var stored: [String: CarrierCredential] = [:]

        mutating func happens(_ event: CarrierCredentialEvent) {
            effects = []
            credentials.handle(event, at: now, into: &effects)
            for effect in effects {
                switch effect {
                case .keep(let credential): stored[credential.name] = credential
                case .forget(let name): stored[name] = nil
                }
            }
            #expect(Set(stored.values) == Set(credentials.all), "exactly the existing credentials are stored")
        }

        mutating func passes(_ time: Int64) {
            now += time
            happens(.time)
        }

        mutating func belongs(to places: String?...) { happens(.belongs(user: "alice", to: places)) }

        private func username(of credential: CarrierCredential) -> String {
            "u\(credential.createdAt)\(credential.organization ?? "")"
        }

        /// The carrier makes whatever is asked for.
        mutating func carrierObeys() {
            for credential in credentials.all where credential.dueRequest != .reportTime && credential.dueAt <= now {
                happens(.begun(name: credential.name))
                switch credential.dueRequest {
                case .issue:
                    let id = "id of \(credential.name)"
                    happens(
                        .issued(name: credential.name, CarrierCredentialID(id: id, username: username(of: credential))))
                case .delete: happens(.deleted(name: credential.name))
                case .check: happens(.checked(name: credential.name, isAlive: true))
                case .reportTime: break
                }
            }
        }

        mutating func fetchToken(for organization: String?) throws {
            let newest = try #require(credentials.newest(for: organization, at: now))
            happens(.taken(name: newest.name))
        }

        func dialed(_ organization: String?) -> String? {
            credentials.dialed(for: organization, at: now)?.handle?.username
        }

        /// The errands that are due.
        var errands: [CarrierRequest] {
            credentials.all.filter { $0.dueAt <= now && $0.dueRequest != .reportTime }.map(\.dueRequest)
        }

        var places: [String?] { credentials.all.filter { $0.stage != .unwanted }.map(\.organization) }
    }

    private func story(in places: String?...) -> Story {
        var story = Story()
        story.happens(.belongs(user: "alice", to: places))
        story.carrierObeys()
        return story
    }

    // MARK: - Ahead

    @Test func `a device gets one credential for each organization, before any call`() {
        var story = Story()
        story.belongs(to: "acme", "other")
        #expect(story.errands == [.issue(mayExist: false), .issue(mayExist: false)])
        #expect(story.dialed("acme") == nil, "a credential that is not there dials no device")
        story.carrierObeys()
        #expect(story.places == ["acme", "other"])
        #expect(story.dialed("acme") != nil && story.dialed("acme") != story.dialed("other"))
        story.belongs(to: "acme", "other")
        #expect(story.effects.isEmpty && story.errands.isEmpty, "said again it changes nothing")
    }

    @Test func `a device that joins an organization later gets one more, and one that leaves loses that one`() {
        var story = story(in: nil)
        story.now += 1
        story.belongs(to: "acme")
        #expect(story.errands == [.delete, .issue(mayExist: false)], "for none is only who is in none")
        story.carrierObeys()
        #expect(story.places == ["acme"] && story.credentials.all.count == 1)
        #expect(story.dialed(nil) == nil)
    }

    @Test func `scenario 70: the dialed credential belongs to the organization that is called, and to no other`() throws
    {
        var story = story(in: "acme", "other")
        try story.fetchToken(for: "other")
        #expect(story.dialed("acme")?.isEmpty == false && story.dialed("acme") != story.dialed("other"))
        #expect(story.dialed("third") == nil)
        #expect(story.credentials.newest(for: "third", at: story.now) == nil)
    }

    @Test func `scenario 71: a device that is logged out has its credentials deleted, and is not dialed by them`() {
        var story = story(in: "acme", "other")
        story.belongs()
        #expect(story.dialed("acme") == nil && story.dialed("other") == nil, "before the carrier has heard of it")
        #expect(story.errands == [.delete, .delete])
        story.carrierObeys()
        #expect(story.credentials.all.isEmpty)
    }

    @Test func `a credential that was never requested is forgotten, and one that may be under way is waited for`() {
        var story = Story()
        story.belongs(to: "acme")
        story.belongs()
        #expect(story.credentials.all.isEmpty)
        story.belongs(to: "acme")
        let name = story.credentials.all[0].name
        story.happens(.begun(name: name))
        story.belongs()
        #expect(story.errands.isEmpty)
        story.happens(.issued(name: name, CarrierCredentialID(id: "1", username: "u")))
        #expect(story.errands == [.delete] && story.dialed("acme") == nil)
        story.carrierObeys()
        #expect(story.credentials.all.isEmpty)
    }

    @Test func `a credential with an unanswered creation is looked up before it is created again`() {
        var story = Story()
        story.belongs(to: "acme")
        story.happens(.begun(name: story.credentials.all[0].name))
        #expect(story.errands.isEmpty, "it is under way")
        story.now += CarrierCredentialLimits.lease
        #expect(story.errands == [.issue(mayExist: true)])
    }

    @Test func `a device that returns gets another one while the old is deleted`() {
        var story = story(in: "acme")
        let old = story.dialed("acme")
        story.belongs()
        story.now += 1
        story.belongs(to: "acme")
        #expect(story.errands == [.delete, .issue(mayExist: false)])
        story.carrierObeys()
        #expect(story.dialed("acme") != nil && story.dialed("acme") != old)
        #expect(story.credentials.all.count == 1)
    }

    // MARK: - Renewal

    @Test func `a successor is made in time, and the older one goes some minutes after the device has taken it`() throws
    {
        var story = story(in: "acme")
        try story.fetchToken(for: "acme")
        let first = story.dialed("acme")
        let leap = CarrierCredentialLimits.lifeTime - CarrierCredentialLimits.renewalLead
        story.passes(leap - Self.minute)
        #expect(story.errands.isEmpty, "not before its time")
        story.passes(Self.minute)
        #expect(story.errands == [.issue(mayExist: false)])
        story.carrierObeys()
        #expect(story.dialed("acme") == first, "scenario 47: the device is where it registered, and rings once")
        story.passes(Self.day)
        try story.fetchToken(for: "acme")
        #expect(story.dialed("acme") != first, "scenario 47: from now on it rings there, and only there")
        story.passes(CarrierCredentialLimits.overlap - 1)
        #expect(story.errands.isEmpty && story.credentials.all.count == 2, "a call may last")
        story.passes(1)
        #expect(story.errands == [.delete])
        story.carrierObeys()
        #expect(story.credentials.all.count == 1)
    }

    @Test func `a token taken at any time lasts its whole day`() throws {
        var story = story(in: "acme")
        for _ in 0..<90 {
            let newest = try #require(story.credentials.newest(for: "acme", at: story.now))
            #expect(newest.expiresAt - story.now >= Self.day)
            story.passes(Self.day / 2)
            story.carrierObeys()
        }
    }

    @Test func `an older one that was never taken goes soon after its successor is there`() {
        var story = story(in: "acme")
        story.passes(CarrierCredentialLimits.lifeTime - CarrierCredentialLimits.renewalLead)
        let first = story.dialed("acme")
        story.carrierObeys()
        #expect(story.dialed("acme") != first)
        story.passes(CarrierCredentialLimits.overlap)
        #expect(story.errands == [.delete])
    }

    @Test func `while the carrier cannot be asked the older one is used to its end, and nothing spins`() {
        var story = story(in: "acme")
        story.passes(CarrierCredentialLimits.lifeTime - CarrierCredentialLimits.renewalLead)
        let asked = story.credentials.all.count
        for _ in 0..<100 { story.passes(0) }
        #expect(story.credentials.all.count == asked && asked == 2)
        #expect(story.credentials.all.allSatisfy { $0.dueRequest != .reportTime || $0.dueAt > story.now })
        story.passes(CarrierCredentialLimits.renewalLead)
        #expect(story.dialed("acme") == nil, "expired")
        #expect(story.errands.count == 2, "it is deleted, and the successor still asked for")
    }

    // MARK: - Repair

    @Test func `scenario 46: a credential that is gone at the carrier is replaced once, and not dialed meanwhile`() {
        var story = story(in: "acme")
        let name = story.credentials.all[0].name
        story.now += 1
        story.happens(.doubted(organization: "acme"))
        #expect(story.errands == [.check], "it is asked about, not guessed")
        story.happens(.doubted(organization: "acme"))
        #expect(story.effects.isEmpty && story.errands == [.check], "however many dials fail")
        story.happens(.begun(name: name))
        story.happens(.checked(name: name, isAlive: false))
        #expect(story.dialed("acme") == nil)
        #expect(story.errands == [.delete, .issue(mayExist: false)])
        story.carrierObeys()
        #expect(story.credentials.all.count == 1 && story.dialed("acme") != nil)
    }

    @Test func `scenario 46: a phone that merely sleeps keeps its credential, which is not looked at at every call`() {
        var story = story(in: "acme")
        let first = story.dialed("acme")
        for _ in 0..<10 {
            story.happens(.doubted(organization: "acme"))
            story.carrierObeys()
            story.now += 1
            story.happens(.doubted(organization: "acme"))
            #expect(story.errands.isEmpty)
            story.now += CarrierCredentialLimits.checkPause
        }
        #expect(story.dialed("acme") == first && story.credentials.all.count == 1)
    }

    @Test func `a call for an organization the user is in by no membership is dialed by the credential for none`() {
        var story = story(in: nil)
        story.happens(.doubted(organization: "another"))
        #expect(story.errands == [.check])
    }

    // MARK: - Failure

    @Test func `a carrier that fails is asked ever more rarely, and one that asks for a pause gets it`() {
        var story = Story()
        story.belongs(to: "acme")
        let name = story.credentials.all[0].name
        var waits: [Int64] = []
        for _ in 0..<14 {
            story.happens(.begun(name: name))
            story.happens(.failed(name: name, wait: 0))
            waits.append((story.credentials.all[0].dueAt - story.now) / 1_000_000)
        }
        #expect(waits.prefix(4) == [1, 2, 4, 8] && waits.suffix(2) == [3_600, 3_600])
        story.happens(.failed(name: name, wait: 7_200_000_000))
        #expect(story.credentials.all[0].dueAt - story.now == 7_200_000_000)
    }

    @Test func `a deletion is tried until the credential has ended by itself`() {
        var story = story(in: "acme")
        let name = story.credentials.all[0].name
        story.belongs()
        for _ in 0..<50 {
            story.happens(.begun(name: name))
            story.happens(.failed(name: name, wait: 0))
        }
        #expect(story.credentials.all.count == 1)
        story.now += CarrierCredentialLimits.lifeTime
        story.happens(.failed(name: name, wait: 0))
        #expect(story.credentials.all.isEmpty)
    }

    @Test func `a device has no more credentials than the bound, whatever it belongs to`() {
        var story = Story()
        story.happens(.belongs(user: "alice", to: (0..<200).map { "org\($0)" }))
        #expect(story.credentials.all.count == CarrierCredentialLimits.ofDeviceMax)
    }

    @Test func `names never repeat, so that credentials cannot be confused`() {
        var story = Story()
        var names: Set<String> = []
        for _ in 0..<10 {
            story.belongs(to: "acme")
            story.carrierObeys()
            names.formUnion(story.credentials.all.map(\.name))
            story.belongs()
            story.now += 1
        }
        #expect(names.count == 10)
    }
}
