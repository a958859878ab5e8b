import sys,os; sys.path.insert(0,'/tmp')
from sub import sub
base=sys.argv[1]; tests=sys.argv[2]
os.chdir(base)
sub('World/PhoneFaults.swift',[
("    /// Calls to this phone.\n    package var calls: Int\n","""    /// Who has the calls.
    package enum Carriage: Hashable, Sendable {
        /// The carrier where it pushes, else the exchange.
        case one
        /// The first call the carrier, the others the exchange; the phone has a registration at both.
        case either
    }

    /// Calls to this phone.
    package var calls: Int
"""),
("    /// Whether the vendor sends a push of its own for each call.\n    package var hasVendorPushes: Bool\n","    /// Who has the calls.\n    package var carriage: Carriage\n    /// Whether the vendor sends a push of its own for each call it has.\n    package var hasVendorPushes: Bool\n    /// Pushes that never arrive.\n    package var lostPushes: Int\n"),
("    /// Over which the calls come.\n    var registration: RegistrationID { RegistrationID(PhoneWorld.organization, hasVendorPushes ? .carrier : .exchange) }\n",
"""    /// Over which the calls come; of both the carrier's.
    var registration: RegistrationID {
        RegistrationID(PhoneWorld.organization, hasVendorPushes || carriage == .either ? .carrier : .exchange)
    }
"""),
("        calls: Int = 0, dials: Int = 0, taps: Int = 1, membership: Membership = .unknown, hasVendorPushes: Bool = false,\n        doubledPushes: Int = 0,","        calls: Int = 0, dials: Int = 0, taps: Int = 1, membership: Membership = .unknown, carriage: Carriage = .one,\n        hasVendorPushes: Bool = false, lostPushes: Int = 0, doubledPushes: Int = 0,"),
("        self.hasVendorPushes = hasVendorPushes\n","        self.carriage = carriage\n        self.hasVendorPushes = hasVendorPushes\n        self.lostPushes = lostPushes\n"),
])
sub('World/ExchangeSession.swift',[
("    /// Pushes of the vendor that have not arrived.\n    var vendorPushes: Int\n","    /// Pushes of the vendor that have not arrived.\n    var vendorPushes: Int\n    /// Whether it waits at the carrier until the phone asks for what was announced, in a scope of both registrations.\n    var isParked = false\n"),
])
sub('World/PhoneWorld.swift',[
("    var homeLink = SignalingLink.offline\n","""    var homeLink = SignalingLink.offline
    /// The connection of the calls' organisation to the exchange, where calls come over both.
    var otherLink = SignalingLink.offline
    /// Whether the connection to the carrier asks for what was announced, and whether it is over the edge that a push named;
    /// in a scope of both registrations.
    var carrierFetches = false
    var isOverEdge = false
"""),
("ExchangeSession(number: $0, hasVendorPush: faults.hasVendorPushes) }","ExchangeSession(number: $0, hasVendorPush: faults.hasVendorPushes && (faults.carriage == .one || $0 == 0))\n            }"),
("        homeLink = .offline\n","        homeLink = .offline\n        otherLink = .offline\n        carrierFetches = false\n        isOverEdge = false\n"),
("        breakLink(of: Self.homeRegistration)\n","        breakLink(of: Self.homeRegistration)\n        breakLink(of: Self.otherRegistration)\n"),
("    static let homeRegistration = RegistrationID(home)\n","    static let homeRegistration = RegistrationID(home)\n    static let otherRegistration = RegistrationID(organization)\n    static let edge = VendorEdge(\"e\")\n"),
("    /// Whether nothing is under way that only","""    /// Whether the phone has a registration at exchange and carrier, and calls come over both.
    var isEither: Bool { faults.carriage == .either }

    /// Over which a call comes, or goes.
    func registration(of session: ExchangeSession) -> RegistrationID {
        isEither && (session.number > 0 || session.direction == .outbound) ? Self.otherRegistration : registration
    }

    /// Whether nothing is under way that only"""),
])
sub('World/PhoneWorld+Connections.swift',[
("""        get { registration == Self.homeRegistration ? homeLink : link }
        set { if registration == Self.homeRegistration { homeLink = newValue } else { link = newValue } }
""","""        get {
            if registration == Self.homeRegistration { return homeLink }
            return isOther(registration) ? otherLink : link
        }
        set {
            if registration == Self.homeRegistration {
                homeLink = newValue
            } else if isOther(registration) {
                otherLink = newValue
            } else {
                link = newValue
            }
        }
"""),
("    mutating func carryOut(_ order: SignalingOrder) {","""    private func isOther(_ registration: RegistrationID) -> Bool { isEither && registration == Self.otherRegistration }

    /// Whether words pass over the connection of a registration.
    func isHeard(over registration: RegistrationID) -> Bool {
        self[registration] == .ready && (!watchesPath || linkNetwork == paths.current.network)
    }

    mutating func carryOut(_ order: SignalingOrder) {"""),
("        case .connect(let registration, _): beginConnecting(registration)\n","""        case .connect(let registration, let login):
            let isMixed = plantedFault == .registrationsMixed
            beginConnecting(isMixed ? RegistrationID(registration.organization) : registration, login)
"""),
("""            self[registration] = .offline
            if registration == self.registration { for index in sessions.indices { loseLine(index) } }
            signaling.append(.signaling(registration, .disconnected(nil)))
""","""            close(registration)
            if plantedFault == .everyRegistrationClosed { for other in [self.registration, Self.otherRegistration] { close(other) } }
            signaling.append(.signaling(registration, .disconnected(nil)))
"""),
("    private mutating func beginConnecting(_ registration: RegistrationID) {\n        guard self[registration] == .offline else { return }\n","""    private mutating func close(_ registration: RegistrationID) {
        self[registration] = .offline
        for index in sessions.indices where self.registration(of: sessions[index]) == registration { loseLine(index) }
        guard registration.provider == .carrier else { return }
        carrierFetches = false
        isOverEdge = false
    }

    /// Another edge makes a connection anew that no call lives on.
    private mutating func beginConnecting(_ registration: RegistrationID, _ login: CarrierLogin?) {
        if isEither, let login {
            let isElsewhere = login.edge != nil && !isOverEdge
            if self[registration] != .offline, isElsewhere, !hasLine(over: registration) {
                self[registration] = .offline
                signaling.append(.signaling(registration, .connecting))
            }
            if self[registration] == .offline {
                carrierFetches = login.fetchesCalls && plantedFault != .announcedCallsNotFetched
                isOverEdge = login.edge != nil
            }
        }
        guard self[registration] == .offline else { return }
"""),
("    mutating func breakLink(of registration","""    private func hasLine(over registration: RegistrationID) -> Bool {
        sessions.contains { $0.line != nil && self.registration(of: $0) == registration }
    }

    mutating func breakLink(of registration"""),
("        let carried = organizations.contains(PhoneWorld.organization) ? [faults.registration] : []","        let carried = organizations.contains(PhoneWorld.organization) ? [faults.registration] : []"),
])
sub('World/PhoneWorld+Exchange.swift',[
("        sessions[Int(number)].stage = .ringing\n        if !account","        sessions[Int(number)].stage = .ringing\n        let comes = registration(of: sessions[Int(number)])\n        sessions[Int(number)].isParked = isEither && comes.provider == .carrier && !isHeard(over: comes)\n        if !account"),
("        if isHeard { step(Int(number), .released(Ending(reason))) }","        if isHeard(over: registration(of: session)) { step(Int(number), .released(Ending(reason))) }"),
("        if isHeard { step(Int(number), .released(Ending(.answeredElsewhere))) }","        let isHeard = isHeard(over: registration(of: sessions[Int(number)]))\n        if isHeard { step(Int(number), .released(Ending(.answeredElsewhere))) }"),
("""    mutating func connect() {
        link = .ready
        if watchesPath""","""    mutating func connect(_ registration: RegistrationID) {
        self[registration] = .ready
        if watchesPath"""),
("        for index in sessions.indices where sessions[index].line != nil {","        for index in sessions.indices\n        where sessions[index].line != nil && self.registration(of: sessions[index]) == registration {"),
("                    Invitation(\n                        registration, session","                    Invitation(\n                        registration(of: session), session"),
("        guard self[registration] == .ready, isHeard || registration == Self.homeRegistration else {","        guard isHeard(over: registration) || registration == Self.homeRegistration && homeLink == .ready else {"),
("    mutating func letMediaFlow","""    /// Whether the INVITE of a call can come over a connection that stands.
    func canBeInvited(_ session: ExchangeSession) -> Bool {
        isHeard(over: registration(of: session)) && (!session.isParked || carrierFetches)
    }

    mutating func letMediaFlow"""),
])
sub('World/PhoneWorld+Callbacks.swift',[
("                    provider: registration.provider == .carrier ? .carrier : nil, display","                    provider: provider(of: sessions[Int(number)]), display"),
("            .call(PushedCall(vendor: sessions[Int(number)].vendor, provider: .carrier, display: Self.caller))",
"            .call(\n                PushedCall(\n                    vendor: sessions[Int(number)].vendor, edge: isEither ? Self.edge : nil, provider: .carrier,\n                    display: Self.caller))"),
("    private func notice(_ kind: PushKind) -> PushNotice {","""    private func provider(of session: ExchangeSession) -> SignalingProvider? {
        registration(of: session).provider == .carrier ? .carrier : nil
    }

    private func notice(_ kind: PushKind) -> PushNotice {"""),
])
sub('World/PhoneAction.swift',[
("    /// The same of the organisation in use, where the calls are another's.\n    case homeConnects\n","    /// The same of the organisation in use, where the calls are another's.\n    case homeConnects\n    /// The same of the exchange, where the first call is the carrier's.\n    case otherConnects\n"),
("    case breaks\n","    case breaks\n    case otherBreaks\n"),
("    case push(PushKind)\n","    case push(PushKind)\n    /// A push never arrives.\n    case losesPush(PushKind)\n"),
])
s=open('World/PhoneAction.swift').read()
i=s.index('        case .homeConnects:'); j=s.index('\n',i); print(s[i:j])
s=s[:j+1]+'        case .otherConnects: "the exchange is connected beside the carrier"\n        case .otherBreaks: "the connection to the exchange breaks"\n        case .losesPush(let kind): "a push is lost: \\(kind)"\n'+s[j+1:]
open('World/PhoneAction.swift','w').write(s)
sub('PhoneWorld+Actions.swift',[
("        if homeLink == .connecting || homeLink == .broken { actions.append(.homeConnects) }\n","        if homeLink == .connecting || homeLink == .broken { actions.append(.homeConnects) }\n        if otherLink == .connecting || otherLink == .broken { actions.append(.otherConnects) }\n"),
("        if link == .ready, faults.breaks > 0 { actions.append(.breaks) }\n","        if link == .ready, faults.breaks > 0 { actions.append(.breaks) }\n        if otherLink == .ready, faults.breaks > 0 { actions.append(.otherBreaks) }\n"),
("        var actions: [PhoneAction] = []\n        switch session.stage {","        var actions: [PhoneAction] = []\n        let isHeard = isHeard(over: registration(of: session))\n        switch session.stage {"),
("            } else if session.line == nil {\n                actions.append(.invite","            } else if session.line == nil, canBeInvited(session) {\n                actions.append(.invite"),
("        return actions + (hasNetwork ? session.pushesLeft.map { .push($0) } : [])","        let pushes = session.pushesLeft\n        if faults.lostPushes > 0 { actions += pushes.map { .losesPush($0) } }\n        return actions + (hasNetwork ? pushes.map { .push($0) } : [])"),
("        case .connects: connect()\n","        case .connects: connect(registration)\n        case .otherConnects: connect(Self.otherRegistration)\n"),
("            breakLink(of: registration)\n","            breakLink(of: registration)\n        case .otherBreaks:\n            faults.breaks -= 1\n            breakLink(of: Self.otherRegistration)\n"),
("        case .push(let kind): push(kind)\n","        case .push(let kind): push(kind)\n        case .losesPush(let kind):\n            faults.lostPushes -= 1\n            take(kind)\n"),
("""    private mutating func push(_ kind: PushKind) {
        switch kind {""","""    private mutating func push(_ kind: PushKind) {
        take(kind)
        pushesSent += 1
        pushes[PushID(pushesSent)] = kind
        tell(.world(.push(.arrives(PushArrival(id: PushID(pushesSent))))))
    }

    /// One push fewer is on its way.
    private mutating func take(_ kind: PushKind) {
        switch kind {"""),
("""        case .unreadable: faults.unreadablePushes -= 1
        }
        pushesSent += 1
        pushes[PushID(pushesSent)] = kind
        tell(.world(.push(.arrives(PushArrival(id: PushID(pushesSent))))))
    }
""","""        case .unreadable: faults.unreadablePushes -= 1
        }
    }
"""),
])
sub('World/PlantedFault.swift',[
("    /// The deadline of ringing ends a call whatever it has come to.\n    case lateRingBelieved\n","""    /// The deadline of ringing ends a call whatever it has come to.
    case lateRingBelieved
    /// The exchange is connected where the phone orders the carrier.
    case registrationsMixed
    /// A login at the carrier does not ask for what a push announced.
    case announcedCallsNotFetched
    /// Closing one connection closes all.
    case everyRegistrationClosed
    /// The connection to the carrier is never closed.
    case carrierKept
"""),
("        case (.credentialsKept, .organizations(.prune)): false\n","        case (.credentialsKept, .organizations(.prune)): false\n        case (.carrierKept, .signaling(.disconnect(let registration))): registration.provider != .carrier\n"),
])
sub('Checks/PhoneWorld+Promises.swift',[
("""        phone == nil || link != .ready
            || sessions.allSatisfy { session in
                session.stage != .over(.answeredElsewhere) || !checker""","""        phone == nil
            || sessions.allSatisfy { session in
                self[registration(of: session)] != .ready || session.stage != .over(.answeredElsewhere)
                    || !checker"""),
])
sub('Checks/PhoneWorld+AroundPromises.swift',[
("!isSettled || link == .offline && !isAskedForCredentials }","!isSettled || link == .offline && otherLink == .offline && !isAskedForCredentials }"),
])
open('Checks/PhoneWorld+RegistrationPromises.swift','w').write('''import CallModel
import DeviceModel
import PhoneCore

/// Promises about a phone that has a registration at the exchange and at the carrier.
extension PhoneWorld {
    /// A call that was announced and rings there waits over the connection it will come by: the phone keeps that, or is
    /// making it.
    var waitsWhereCallsCome: Bool {
        guard isEither, isSettled, device.process.runs, faults.refusals == 0, hasNetwork else { return true }
        return awaited.allSatisfy { self[registration(of: $0)] != .offline }
    }

    /// Over a connection that stands the INVITE of a call that was announced can come.
    var fetchesAnnouncedCalls: Bool {
        guard isEither, isSettled, device.process.runs else { return true }
        return awaited.allSatisfy { self[registration(of: $0)] != .ready || canBeInvited($0) }
    }

    /// The carrier is connected for a call, or for what is still to be said of one, and else not.
    var connectsCarrierForCallsAlone: Bool {
        guard isEither, isSettled, device.process.runs, link != .offline, let phone else { return true }
        return !phone.calls.isEmpty || owesFarewell
    }

    /// Calls that the phone rings for or has taken, and that have no line yet.
    private var awaited: [ExchangeSession] {
        let calls = phone?.calls.filter { $0.phase == .ringing || $0.phase == .answering } ?? []
        return sessions.filter { session in
            session.stage == .ringing && session.direction == .inbound && session.line == nil
                && calls.contains { session.isNamed($0.id) }
        }
    }
}

extension PhoneModel {
    static let takenAtCarrier = "a call of the carrier stands"
    static let ringsBoth = "a call of the exchange rings while one of the carrier stands"

    var registrationProperties: [Property<PhoneWorld>] {
        guard faults.carriage == .either else { return [] }
        let standing: (PhoneWorld) -> Bool = { world in
            world.sessions.contains {
                $0.line?.machine.state.progress == .active && world.registration(of: $0).provider == .carrier
            }
        }
        return [
            Property(.always, "a call is waited for where it comes") { $0.waitsWhereCallsCome },
            Property(.always, "the INVITE of a call that was announced can come") { $0.fetchesAnnouncedCalls },
            Property(.always, "the carrier is connected for calls alone") { $0.connectsCarrierForCallsAlone },
            Property(.sometimes, Self.takenAtCarrier, standing),
        ]
            + (faults.calls < 2
                ? []
                : [
                    Property(.sometimes, Self.ringsBoth) { world in
                        standing(world) && world.device.calls.own.contains { $0.phase == .ringing }
                    }
                ])
    }
}
'''.replace("import CallModel\nimport DeviceModel\nimport PhoneCore\n","import CallModel\nimport DeviceModel\nimport Explorer\nimport PhoneCore\n"))
sub('PhoneModel.swift',[("        ] + around + reached\n","        ] + around + registrationProperties + reached\n")])
sub('Scope+Phone.swift',[
("    package static let phone = inbound + dialled + elsewhere + around\n","    package static let phone = inbound + dialled + elsewhere + registered + around\n"),
("    /// What nobody can come to in so few steps.\n","""    /// Calls over the registrations at exchange and carrier: pushes by either, in any order and lost, INVITEs by either,
    /// answers, the end of the process, the loss of a connection.
    private static let registered: [Scope] = [
        scope("1 call of the carrier, 1 push lost", .ios26, carried(PhoneFaults(calls: 1, lostPushes: 1))),
        scope("1 call of the carrier, 1 push lost", .strict, carried(PhoneFaults(calls: 1, lostPushes: 1))),
        scope("1 call of the carrier, 1 push lost, 1 death", .ios26, carried(PhoneFaults(calls: 1, lostPushes: 1, deaths: 1))),
        scope("1 call of the carrier, 1 push lost, 1 break", .ios26, carried(PhoneFaults(calls: 1, lostPushes: 1, breaks: 1))),
        scope(
            "1 call of the carrier, 1 of the exchange, in quiet, 17 steps", .ios26,
            carried(PhoneFaults(calls: 2, waitsForQuiet: true)), depthMax: 17, unasked: [holding]),
        scope(
            "1 call of the carrier, 1 of the exchange, 1 push lost, 1 death, 1 break, in quiet, 14 steps", .ios26,
            carried(PhoneFaults(calls: 2, lostPushes: 1, deaths: 1, breaks: 1, waitsForQuiet: true)), depthMax: 14,
            unasked: [holding, hearing, PhoneModel.takenAtCarrier, PhoneModel.ringsBoth]),
    ]

    /// On a phone with both registrations, where the carrier pushes too.
    private static func carried(_ faults: PhoneFaults) -> PhoneFaults {
        var faults = faults
        faults.membership = .own
        faults.carriage = .either
        faults.hasVendorPushes = true
        return faults
    }

    /// What nobody can come to in so few steps.
"""),
])
os.chdir(tests)
sub('PhoneScopeTests+Planted.swift',[
("    /// The shortest way by which a search","""    private static let carried = PhoneFaults(
        calls: 1, membership: .own, carriage: .either, hasVendorPushes: true, waitsForQuiet: true)

    @Test func `a phone that takes one registration for the other is found by a call that waits elsewhere`() throws {
        let way = try way(to: "a call is waited for where it comes", .registrationsMixed, Self.carried)
        #expect(way.contains { $0.hasPrefix("a push") })
    }

    @Test func `a login that does not ask for what was announced is found by the INVITE that cannot come`() throws {
        let way = try way(
            to: "the INVITE of a call that was announced can come", .announcedCallsNotFetched, Self.carried)
        #expect(way.contains { $0.hasPrefix("the connection") || $0.contains("connect") })
    }

    @Test func `a phone that closes every connection with one is found by the call that has lost its line`() throws {
        var faults = Self.carried
        faults.calls = 2
        let way = try way(
            to: "a call that stands has a line that is active, and the system's session", .everyRegistrationClosed,
            faults)
        #expect(way.contains("the person: answer"))
    }

    @Test func `a phone that keeps the carrier connected is found when no call is left`() throws {
        let way = try way(to: "the carrier is connected for calls alone", .carrierKept, Self.carried)
        #expect(way.count > 3)
    }

    /// The shortest way by which a search"""),
])
