package import PhoneCore

/// How much may happen in a scope: each thing so often and not more.
package struct PhoneFaults: Hashable, Sendable {
    /// Whose the calls are, and what is on the phone of them.
    package enum Membership: Hashable, Sendable {
        /// Nothing is on the phone; its client connects all the same.
        case unknown
        /// The organisation that is in use.
        case own
        /// Another than the one in use; the credentials of both are on the phone.
        case other
        /// Another than the one in use, of which nothing is on the phone: who answers asks for credentials.
        case stranger
    }

    /// Who has the calls.
    package enum Carriage: Hashable, Sendable {
        /// The carrier where it pushes, else the exchange.
        case one
        /// The first call the carrier, the others the exchange; the phone has a registration at both.
        case either
    }

    /// Calls to this phone.
    package var calls: Int
    /// Calls the person may place from the app's own screen.
    package var dials: Int
    /// Times the person ends such a call in the app, in vain or not.
    package var taps: Int
    /// Whose calls they are.
    package var membership: Membership
    /// Who has the calls.
    package var carriage: Carriage
    /// By which line the first call comes, where our push announces it for the other, in a scope of both
    /// registrations; `nil`: by the one it is announced for.
    package var crossing: SignalingProvider?
    /// Whether the vendor sends a push of its own for each call it has.
    package var hasVendorPushes: Bool
    /// Pushes that never arrive.
    package var lostPushes: Int
    /// Pushes that arrive a second time.
    package var doubledPushes: Int
    /// Pushes whose bytes cannot be read.
    package var unreadablePushes: Int
    /// Pushes that merely say that a call is over, and how.
    package var newsPushes: Int
    /// Times another device of the person's takes a call that rings.
    package var takings: Int
    /// Times the person locks or unlocks the phone.
    package var locks: Int
    /// Times the process dies: thrown out, crashed or reclaimed.
    package var deaths: Int
    /// Times the socket breaks.
    package var breaks: Int
    /// Times the person presses hold or mute.
    package var presses: Int
    /// Times the exchange refuses a connection, or cannot be reached.
    package var refusals: Int
    /// Times the person turns Do Not Disturb on, so that the system refuses a report.
    package var silences: Int
    /// Times the way to the network becomes another, is lost, or is found.
    package var pathChanges: Int
    /// Times the system's daemon of calls starts anew, and has lost them all.
    package var resets: Int
    /// Calls of the telephone.
    package var cellularCalls: Int
    /// Times an alarm takes the sound of a call, and gives it back.
    package var interruptions: Int
    /// Times the person, who is signed in then, asks in the app to be signed out.
    package var signOuts: Int
    /// Timers that come although the phone has stopped or replaced them.
    package var lateTimers: Int
    /// Whether the carrier sees no end of a process: an INVITE that it has sent stays with the process, and the exchange
    /// dials anew for the next that names itself. The person is signed in then, and the calls ring a number.
    package var missesDeaths: Bool
    /// Whether there is no network at first.
    package var startsWithoutNetwork: Bool
    /// Whether what is under way inside the phone is done before anything else happens outside: orders within the phone
    /// remain, orders of it with the world do not. Two calls can be walked to their end only so.
    package var waitsForQuiet: Bool
    /// Whether the phone starts locked, and was never unlocked.
    package var startsBeforeFirstUnlock: Bool

    /// Over which the calls come; of both the carrier's.
    var registration: RegistrationID {
        RegistrationID(PhoneWorld.organization, hasVendorPushes || carriage == .either ? .carrier : .exchange)
    }

    /// Whether anything may happen around the calls.
    var happenAroundCalls: Bool {
        pathChanges + resets + cellularCalls + interruptions + signOuts + lateTimers > 0
    }

    package init(
        calls: Int = 0, dials: Int = 0, taps: Int = 1, membership: Membership = .unknown, carriage: Carriage = .one,
        crossing: SignalingProvider? = nil, hasVendorPushes: Bool = false, lostPushes: Int = 0, doubledPushes: Int = 0,
        unreadablePushes: Int = 0,
        newsPushes: Int = 0, takings: Int = 0, locks: Int = 0,
        deaths: Int = 0, breaks: Int = 0, presses: Int = 0, refusals: Int = 0, silences: Int = 0, pathChanges: Int = 0,
        resets: Int = 0, cellularCalls: Int = 0, interruptions: Int = 0, signOuts: Int = 0, lateTimers: Int = 0,
        missesDeaths: Bool = false, startsWithoutNetwork: Bool = false, waitsForQuiet: Bool = false,
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
        self.newsPushes = newsPushes
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
        self.missesDeaths = missesDeaths
        self.startsWithoutNetwork = startsWithoutNetwork
        self.waitsForQuiet = waitsForQuiet
        self.startsBeforeFirstUnlock = startsBeforeFirstUnlock
    }
}
