import CallModel
import Explorer
import RingCore

/// One call to one user with some devices, over a carrier that speaks in any order, twice or not at all, and an
/// exchange that may be killed between any two steps.
struct RingSessionModel: Model {
    /// None: the number's users have no device that can ring.
    let devices: Int
    let policy: RingPolicy
    var faults: RingFaults
    var claims = 0
    /// How often an app may end while it rings, and begin anew.
    var returns = 0
    /// What an operator may ask for, each once, in any order.
    var requests: [RingRequest] = []
    /// How often a party may hold, and a device be logged out.
    var holds = 0
    var departures = 0
    /// Whether the number's only user may be removed.
    var removesUser = false
    var consent = RecordingConsent.none
    /// Whether people do anything, and time passes; else only events that are under way arrive, in any order.
    var hasPeople = true
    var tampering: RingTampering?
    /// Users of the number; nil: those of the devices.
    var owners: [UserID]?
    /// nil: the call comes in.
    var outbound: OutboundCall?
    var carrier = CarrierHabits()
    var reduction = RingReduction.none
    /// What has happened before the search begins.
    var past: [RingStep] = []

    /// Two devices ring; the first answers, is joined to the caller and hangs up, and none of the bridge was told yet.
    static let winnerGone: [RingStep] = [
        .send, .reply, .send, .reply, .deliver(.initiated(1)), .deliver(.initiated(2)), .answers(1),
        .deliver(.answered(1)), .send, .reply, .deliver(.answered(0)), .send, .reply, .hangsUp(1), .deliver(.hungUp(1)),
    ]

    /// A device has answered, and talks to the caller; all of it was told.
    static let talking: [RingStep] = [
        .send, .reply, .deliver(.initiated(1)), .answers(1), .deliver(.answered(1)), .send, .reply, .send, .reply,
        .deliver(.answered(0)), .deliver(.callerBridged(to: 1, epoch: 0)), .deliver(.bridged(1)),
    ]

    /// A device has answered; the news has not come.
    static let answering: [RingStep] = [.send, .reply, .deliver(.initiated(1)), .answers(1)]

    /// And the winner talks to another device, on leg 2, while the caller waits.
    static let consulting = consultingUntold + [.deliver(.bridged(2)), .deliver(.bridged(1))]

    /// The same, and nothing was told of it yet.
    static let consultingUntold: [RingStep] =
        talking + [
            .asks(.consult(target)), .send, .reply, .deliver(.initiated(2)), .answers(2), .deliver(.answered(2)), .send,
            .reply, .send, .reply,
        ]

    /// Whose number and devices they are.
    static let user = UserID("ann")

    /// Whom a call is handed to.
    static let target = DeviceCandidate("9", of: UserID("zoe"), hasPush: false, hasChannel: true)

    /// A device declines, and the caller has heard the greeting: the order to record a message is not sent yet.
    static let greeted: [RingStep] = [
        .send, .reply, .deliver(.initiated(1)), .declines(1), .deliver(.declined(1)), .send, .reply,
        .deliver(.answered(0)), .send, .reply, .playbackEnds,
        .deliver(.playbackEnded(CommandPurpose.playGreeting.rawValue)),
    ]

    /// Two devices ring; both are answered, and the news has not come.
    static let bothAnswer: [RingStep] = [.send, .reply, .send, .reply, .answers(1), .answers(2)]

    /// Two devices are answered; one is told, and is joined to the caller, which was not told yet.
    static let loserWaits: [RingStep] =
        bothAnswer + [
            .deliver(.initiated(1)), .deliver(.initiated(2)), .deliver(.answered(1)), .send, .reply,
            .deliver(.answered(0)), .send, .reply,
        ]

    /// A device rings on under the beep: the caller speaks, and it may still take the call.
    static let leavingMessage: [RingStep] = [
        .send, .reply, .deliver(.initiated(1)), .time, .send, .reply, .deliver(.answered(0)), .send, .reply,
        .playbackEnds, .deliver(.playbackEnded(CommandPurpose.playGreeting.rawValue)), .send, .reply,
    ]

    /// A user talks to a party outside, and consults a colleague, on leg 3: the party outside waits, and the user is on
    /// leg 2.
    static let consultingOut: [RingStep] =
        talking + [
            .asks(.consult(target)), .send, .reply, .deliver(.initiated(3)), .answers(3), .deliver(.answered(3)), .send,
            .reply, .send, .reply, .deliver(.bridged(3)), .deliver(.bridged(2)),
        ]

    /// The leg that a user who calls out gets when the call changes hands.
    private var ownLegs: Int {
        let asked = requests + past.compactMap { if case .asks(let request) = $0 { request } else { nil } }
        return outbound != nil && asked.contains { $0.changesHands } ? 1 : 0
    }

    /// Devices that are brought in by requests.
    private var targets: Int {
        requests.count { $0.target != nil }
            + past.count { if case .asks(let request) = $0 { request.target != nil } else { false } }
    }

    var initialStates: [RingWorld] {
        let planned = (0..<devices).map {
            DeviceCandidate(
                DeviceID(String($0 + 1)), of: Self.user, reach: outbound == nil ? .dial : .callee, hasPush: false,
                hasChannel: outbound == nil)
        }
        let call = InboundCall(
            session: RingStory.session, organization: "org", parent: CarrierLegID("caller"), devices: planned,
            owners: owners, policy: policy, consent: consent, outbound: outbound)
        var world = RingWorld(
            call, faults: faults, claims: claims, requests: requests, legs: devices + targets + returns + ownLegs,
            tampering: tampering, carrier: carrier, reduction: reduction)
        world.returns = returns
        world.holds = holds
        world.departures = departures
        world.removesUser = removesUser
        return [past.reduce(world) { step($0, $1) ?? $0 }]
    }

    func actions(in world: RingWorld) -> [RingStep] {
        exchangeSteps(world) + mailSteps(world)
            + (world.session.isClosed || !hasPeople ? [] : peopleSteps(world) + holdSteps(world))
    }

    private func exchangeSteps(_ world: RingWorld) -> [RingStep] {
        var steps: [RingStep] = []
        if let row = world.outbox.first(where: { !$0.isSent }) {
            steps.append(.send)
            if reduction.repliesAtOnce, world.faults.crashes > 0 { steps.append(.crashAfterSending) }
            if world.faults.outages > 0 { steps += RingOutage.allCases.map { .fail($0) } }
            if world.faults.conflicts > 0, row.command.isBridge { steps.append(.refuseBridge) }
        }
        if !world.replies.isEmpty { steps.append(.reply) }
        if world.faults.crashes > 0 { steps.append(.crash) }
        let mayWait =
            world.isAnythingUnderWay ? world.faults.delays > 0 : !world.isConversation || world.session.beside != nil
        if hasPeople, mayWait, world.session.nextDue != nil { steps.append(.time) }
        return steps
    }

    private func mailSteps(_ world: RingWorld) -> [RingStep] {
        var steps: [RingStep] = []
        for (index, mail) in world.mail.enumerated() where index == 0 || world.mail[index - 1] != mail {
            steps.append(.deliver(mail))
            if world.faults.doubles != 0 { steps.append(.double(mail)) }
            if world.faults.losses > 0 { steps.append(.lose(mail)) }
        }
        return steps
    }

    private func peopleSteps(_ world: RingWorld) -> [RingStep] {
        var steps: [RingStep] = world.carrier.isCallerThere ? [.callerHangsUp] : []
        for number in world.carrier.legs.indices.dropFirst() {
            switch world.carrier.legs[number] {
            case .ringing where world.dead.contains(number): break
            case .ringing:
                steps += [.answers(number), .declines(number)] + (world.returns > 0 ? [.returns(number)] : [])
            case .answered: steps.append(.hangsUp(number))
            case .none, .over: break
            }
            if world.claims > 0, number <= devices { steps.append(.claims(number)) }
        }
        steps += world.requests.map { .asks($0) }
        if let playing = world.carrier.playing,
            playing != .playRingback && playing != .playHold || carrier.ringback == .ends
        {
            steps.append(.playbackEnds)
        }
        return steps
    }

    /// News of hold and its end are told in order, as one leg's are on their way together.
    private func holdSteps(_ world: RingWorld) -> [RingStep] {
        var steps: [RingStep] = []
        if world.removesUser { steps.append(.removesUser) }
        if world.departures > 0 { steps += (outbound == nil ? 1...devices : 0...0).map { .leaves($0) } }
        guard let partner = world.carrier.bridgedTo, world.carrier.isCallerThere else { return steps }
        for number in [0, partner] {
            if world.carrier.holding.contains(number) {
                if !world.mail.contains(.held(number)) { steps.append(.resumes(number)) }
            } else if world.holds > 0, !world.mail.contains(.heldNoLonger(number)) {
                steps.append(.holds(number))
            }
        }
        return steps
    }

    func step(_ world: RingWorld, _ step: RingStep) -> RingWorld? {
        var next = world
        switch step {
        case .send:
            next.send()
            if reduction.repliesAtOnce { next.receiveReply() }
        case .crashAfterSending:
            next.send()
            next.crash()
        case .refuseBridge: next.refuseBridge()
        case .fail(let outage):
            next.fail(outage)
            if reduction.repliesAtOnce { next.receiveReply() }
        case .reply: next.receiveReply()
        case .deliver(let mail): next.deliver(mail)
        case .double(let mail):
            if next.faults.doubles != RingFaults.each { next.faults.doubles -= 1 }
            next.post([mail])
            next.deliver(mail)
        case .lose(let mail):
            next.faults.losses -= 1
            next.lostSomething = true
            next.remove(mail)
        case .crash: next.crash()
        case .time: next.passTime()
        case .callerHangsUp: next.end(0)
        case .answers(let number): next.answer(number)
        case .declines(let number): next.end(number, isDeclined: true)
        case .hangsUp(let number): next.end(number)
        case .playbackEnds: next.endPlayback()
        case .claims(let number):
            next.claims -= 1
            next.handle(.device(DeviceID(String(number)), .claim))
        case .returns(let number): next.beginAnew(number)
        case .holds(let number):
            next.holds -= 1
            next.hold(number, true)
        case .resumes(let number): next.hold(number, false)
        case .leaves(let number):
            next.departures -= 1
            next.handle(.membership(.loggedOut(DeviceID(String(number)))))
        case .removesUser:
            next.removesUser = false
            next.handle(.membership(.removed(Self.user)))
        case .asks(let request):
            next.requests.removeAll { $0 == request }
            next.handle(.request(request, version: next.session.version))
        }
        next.dropSpentNews()
        return next
    }

    var properties: [Property<RingWorld>] {
        if outbound?.refusal != nil { return promises }
        return promises + orders
            + (past == Self.greeted || devices == 0 || past == Self.leavingMessage
                ? messageSights : past.isEmpty && hasPeople || past == Self.winnerGone ? sights : [])
            + requests.flatMap { sights(of: $0) } + (returns > 0 ? [returned] : [])
    }

    private var returned: Property<RingWorld> {
        Property(.sometimes, "an app that has begun anew has the call") { world in
            guard world.isConversation, case .active(let talk) = world.session.phase else { return false }
            return !world.dead.isEmpty && world.session.legs.first { $0.device == talk.device }?.id != talk.leg
        }
    }

    /// What a request must lead to in some state, or the search was not about it.
    private func sights(of request: RingRequest) -> [Property<RingWorld>] {
        switch request {
        case .consult:
            [
                Property(.sometimes, "the winner talks to another device, and the caller waits") { $0.isConsultation }
            ]
        case .completeTransfer:
            [
                Property(.sometimes, "a caller is handed over") { world in
                    world.isConversation && world.session.status.winner == Self.target.device
                }
            ]
        case .cancelTransfer:
            [
                Property(.sometimes, "a caller is taken back") { [winner = outbound?.device ?? "1"] world in
                    world.isConversation && world.session.epoch > 0 && world.session.status.winner == winner
                }
            ]
        case .park: [Property(.sometimes, "the caller is parked") { $0.session.status.stage == .parked }]
        case .unpark(let planned):
            [
                Property(.sometimes, "a parked caller is taken up") { world in
                    world.isConversation && world.session.status.winner == planned.device && world.session.epoch > 0
                }
            ]
        case .barge:
            [
                Property(.sometimes, "a device has barged in") { world in
                    world.isConversation && world.session.beside?.isJoined == true
                }
            ]
        case .transfer, .end: []
        }
    }

    static let entrusted = "I15: what a carrier has recorded is kept, rightly discarded, or alarmed"

    static let waitsInVain = "a caller who has gone leaves nothing to wait for that can never come"

    private var promises: [Property<RingWorld>] {
        let silenceMax = RingLimits.bridgeTimeMax + RingLimits.silenceMax * 2
        return [
            Property(.always, "nothing happens that must never happen") {
                $0.checker.violations.isEmpty && $0.carrier.violations.isEmpty
            },
            Property(.always, "I4: a caller whose call was taken never sits in silence") {
                $0.silence <= silenceMax + ($0.lostSomething ? RingLimits.greetingTimeMax : .zero)
            },
            Property(.always, Self.waitsInVain) {
                $0.lostSomething || $0.isAnythingUnderWay || $0.carrier.isCallerThere
                    || $0.session.status.outcome != nil
            },
            Property(.always, "I3: a leg that has to go is not there for ever") { $0.lingering <= RingWorld.lingerMax },
            Property(.always, Self.entrusted) { $0.accountsForRecordings },
            Property(.always, "I12: no waiting party is recorded") {
                $0.isAnythingUnderWay || $0.lostSomething || !$0.carrier.recordsSilence
            },
        ] + (hasPeople ? ends : [])
    }

    private var ends: [Property<RingWorld>] {
        [
            Property(.eventually, "I13: the session is closed") { $0.session.isClosed },
            Property(.eventually, "I3: no leg is left at the carrier") { world in
                world.carrier.legs.allSatisfy { $0 == .over || $0 == .none }
            },
        ]
    }

    /// I8: where people do nothing more, the news on their way come to one end, in whatever order and however often they
    /// come; of two answers either may be the first.
    private var orders: [Property<RingWorld>] {
        guard !hasPeople else { return [] }
        let ends = endsInOrder
        return [
            Property(.eventually, "I8: news in any order, and twice, come to the same") {
                ends.contains($0.session.settled)
            }
        ]
    }

    private var endsInOrder: Set<RingSession.Settled> {
        var plain = self
        plain.tampering = nil
        plain.faults = RingFaults()
        return Set(
            plain.initialStates.flatMap { world in
                let firsts = world.mail.filter { if case .answered = $0 { true } else { false } }
                let begun = firsts.isEmpty ? [world] : firsts.compactMap { plain.step(world, .deliver($0)) }
                return begun.map { plain.inOrder($0).session.settled }
            })
    }

    private func inOrder(_ world: RingWorld) -> RingWorld {
        var world = world
        while let next = actions(in: world).first.flatMap({ step(world, $0) }) { world = next }
        return world
    }

    private var messageSights: [Property<RingWorld>] {
        [
            Property(.sometimes, "a message is left") { $0.session.status.outcome == .message }
        ]
            + (past == Self.greeted
                ? [
                    Property(.sometimes, "a caller goes before the beep") { $0.session.status.outcome == .declined }
                ] : [])
            + (removesUser
                ? [
                    Property(.sometimes, "a message is left whose user is no more") { world in
                        world.session.status.outcome == .message && !world.checker.removed.isEmpty
                    }
                ] : [])
    }

    private var sights: [Property<RingWorld>] {
        [
            Property(.sometimes, "they talk") { $0.isConversation },
            Property(.sometimes, "a winner is lost before the bridge") { $0.session.epoch > 0 },
            Property(.sometimes, "a caller is gone after the answer, before the bridge") {
                $0.session.status.outcome == .abandoned
            },
        ]
    }
}
