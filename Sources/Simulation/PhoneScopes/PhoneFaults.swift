import DeviceModel
package import PhoneCore

/// How often each event may occur in a scope.
package struct PhoneFaults: Hashable, Sendable {
    /// The organization of the calls, and its credentials on the phone.
    package enum Membership: Hashable, Sendable {
        /// The phone has no credentials; its client connects nevertheless.
        case unknown
        /// The organization in use.
        case own
        /// Another organization than the one in use; the phone has credentials of both.
        case other
        /// Another organization than the one in use, without credentials on the phone, which requests them when a call
        /// is answered.
        case stranger
    }

    /// The provider of the calls.
    package enum Carriage: Hashable, Sendable {
        /// The carrier if it pushes, otherwise the exchange.
        case one
        /// The carrier for the first call, the exchange for the others; the phone has a registration at both.
        case either
    }

    /// Calls to this phone.
    package var calls: Int
    /// Calls that the user may place in the app.
    package var dials: Int
    /// Times the user ends such a call in the app, with or without effect.
    package var taps: Int
    /// The organization of the calls.
    package var membership: Membership
    /// The provider of the calls.
    package var carriage: Carriage
    /// In a scope with both registrations, the line by which the first call comes while our push announces it for the
    /// other; `nil` if it comes by the announced line.
    package var crossing: SignalingProvider?
    /// Whether the vendor sends its own push for each of its calls.
    package var hasVendorPushes: Bool
    /// Pushes that never arrive.
    package var lostPushes: Int
    /// Pushes that arrive a second time.
    package var doubledPushes: Int
    /// Pushes whose bytes cannot be read.
    package var unreadablePushes: Int
    /// Pushes that only report the end of a call.
    package var endPushes: Int
    /// Times another device of the user takes a ringing call.
    package var takings: Int
    /// Times the user locks or unlocks the phone.
    package var locks: Int
    /// Times the process ends by a force quit, a crash or reclaiming.
    package var deaths: Int
    /// Times the socket breaks.
    package var breaks: Int
    /// Times the user presses hold or mute.
    package var presses: Int
    /// Times the exchange refuses a connection, or cannot be reached.
    package var refusals: Int
    /// Times the user turns on Do Not Disturb, so that the system refuses a report.
    package var silences: Int
    /// Times the network path changes, is lost, or comes back.
    package var pathChanges: Int
    /// Times the system's call daemon restarts and loses all calls.
    package var resets: Int
    /// Calls of the telephone.
    package var cellularCalls: Int
    /// Times an alarm interrupts a call's audio.
    package var interruptions: Int
    /// Times the user asks in the app to be signed out; the user is then signed in at first.
    package var signOuts: Int
    /// Timers that fire although the phone has stopped or replaced them.
    package var lateTimers: Int
    /// Whether the carrier has not learned the phone's push token, and the user may look at the app. Until it has, it
    /// pushes no call.
    package var lacksToken: Bool
    /// Whether the carrier does not notice the end of a process. An INVITE that it sent is then lost with the process,
    /// and the exchange dials again for the next process that names itself. The user is signed in then, and the calls
    /// ring a number.
    package var missesDeaths: Bool
    /// Whether there is no network at first.
    package var startsWithoutNetwork: Bool
    /// Whether pending events inside the phone finish before anything else happens outside. This keeps all orders of
    /// events within the phone, but not between it and the world. Two calls can be explored completely only this way.
    package var waitsForQuiet: Bool
    /// Whether the phone starts locked, and was never unlocked.
    package var startsBeforeFirstUnlock: Bool

    /// The registration over which the calls come; the carrier's if there are both.
    var registration: RegistrationID {
        RegistrationID(PhoneWorld.organization, hasVendorPushes || carriage == .either ? .carrier : .exchange)
    }

    /// Whether the user may open the app though no call was missed there.
    var usesScreen: Bool { crossing == .exchange || lacksToken }

    /// Whether events around the calls may occur.
    var happenAroundCalls: Bool {
        pathChanges + resets + cellularCalls + interruptions + signOuts + lateTimers > 0
    }

    package init(
        calls: Int = 0, dials: Int = 0, taps: Int = 1, membership: Membership = .unknown, carriage: Carriage = .one,
        crossing: SignalingProvider? = nil, hasVendorPushes: Bool = false, lostPushes: Int = 0, doubledPushes: Int = 0,
        unreadablePushes: Int = 0,
        endPushes: Int = 0, takings: Int = 0, locks: Int = 0,
        deaths: Int = 0, breaks: Int = 0, presses: Int = 0, refusals: Int = 0, silences: Int = 0, pathChanges: Int = 0,
        resets: Int = 0, cellularCalls: Int = 0, interruptions: Int = 0, signOuts: Int = 0, lateTimers: Int = 0,
        lacksToken: Bool = false, missesDeaths: Bool = false, startsWithoutNetwork: Bool = false,
        waitsForQuiet: Bool = false,
        startsBeforeFirstUnlock: Bool = false
    ) {
        self.calls = calls
        self.dials = dials
        self.taps = dials > 0 ? taps : 0
        self.membership = membership
        self.carriage = carriage
        self.crossing = crossing
        self.hasVendorPushes = hasVendorPushes
        self.lostPushes = lostPushes
        self.doubledPushes = doubledPushes
        self.unreadablePushes = unreadablePushes
        self.endPushes = endPushes
        self.takings = takings
        self.locks = locks
        self.deaths = deaths
        self.breaks = breaks
        self.presses = presses
        self.refusals = refusals
        self.silences = silences
        self.pathChanges = pathChanges
        self.resets = resets
        self.cellularCalls = cellularCalls
        self.interruptions = interruptions
        self.signOuts = signOuts
        self.lateTimers = lateTimers
        self.lacksToken = lacksToken
        self.missesDeaths = missesDeaths
        self.startsWithoutNetwork = startsWithoutNetwork
        self.waitsForQuiet = waitsForQuiet
        self.startsBeforeFirstUnlock = startsBeforeFirstUnlock
    }
}

/// A flaw between the phone and its device, planted to test that a search finds it. The product has none of them.
package enum InjectedFault: Hashable, Sendable {
    /// The path monitor reports its first update, and no later change.
    case pathChangesUnheard
    /// The phone is not told that the system has lost its calls.
    case resetUnheard
    /// A call is shown as held, but its line is not.
    case holdKeptFromLine
    /// The phone is not told that its audio was interrupted.
    case interruptionUnheard
    /// A sign-out leaves the credentials in the keychain.
    case credentialsKept
    /// The deadline of ringing ends a call in any state.
    case lateRingBelieved
    /// The exchange is connected when the phone orders a connection to the carrier.
    case registrationsMixed
    /// A login at the carrier does not fetch the calls that a push announced.
    case announcedCallsNotFetched
    /// An INVITE by another line than the announced one is treated as another call.
    case callsMatchedByLine
    /// The connection to the carrier is never closed.
    case carrierKept
    /// A login at the carrier does not tell the push token.
    case tokenUntold
    /// A request to dial again does not name its process.
    case processUnnamed
    /// Each process has a signaling session of its own, to which the exchange gives no call of the one before.
    case sessionOfEachProcess
    /// The connection is closed before the client has ended the calls of the process before.
    case takeUpCutShort
    /// A termination that did not arrive counts as sent.
    case terminationLost
    /// A process is not told which calls the system still has.
    case systemCallsUntold
}

extension PhoneWorld {
    /// The event that the phone receives for an event; `nil` if none.
    func received(_ event: PhoneEvent) -> PhoneEvent? {
        switch (plantedFault, event) {
        case (.pathChangesUnheard, .path): isPathReported ? nil : event
        case (.pathChangesUnheard, .woke): nil
        case (.resetUnheard, .system(.reset)): nil
        case (.interruptionUnheard, .audio(.interruptionBegan)): nil
        case (.terminationLost, .line(_, .terminationLost)): nil
        case (.lateRingBelieved, .timer(.ring(let call))): .user(UserRequestID(0), .end(call))
        default: event
        }
    }

    /// The process that the exchange sees in a request.
    func processSeen(of request: RingRequests.Request) -> UInt64? {
        plantedFault == .processUnnamed ? nil : request.process
    }

    /// Whether an effect of the phone is carried out.
    func isCarriedOut(_ effect: PhoneEffect) -> Bool {
        switch (plantedFault, effect) {
        case (.holdKeptFromLine, .line(.hold(_, true))): false
        case (.credentialsKept, .organizations(.prune)): false
        case (.carrierKept, .signaling(.disconnect(let registration))): registration.provider != .carrier
        default: true
        }
    }
}
