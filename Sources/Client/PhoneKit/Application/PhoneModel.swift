public import CallModel
public import Observation
public import PhoneCore
import PushPayload
import Redaction

/// The state of the phone for SwiftUI, and the requests of the person. A view that reads a value is drawn anew when it
/// changes.
///
/// It is the phone's screen. An app with a web page, too, puts the page's bridge behind it.
@MainActor
@Observable
public final class PhoneModel {
    /// The calls that have not ended, the oldest first.
    public private(set) var calls: [CallSnapshot] = []
    /// How the last call ended; nil as soon as another begins.
    public private(set) var lastEnd: CallEnd?
    /// The calls that other devices of the person have, the oldest first.
    public private(set) var callsElsewhere: [CallElsewhere] = []
    /// The missed and dropped calls that the person has not seen.
    public private(set) var notices: [Notice] = []
    /// Whether a person is signed in at the exchange.
    public private(set) var isSignedIn = false
    /// Whether calls can be placed over the active organization.
    public private(set) var isReady = false
    /// The active organization.
    public private(set) var organization: OrganizationID?
    /// Whether the person turned the speaker on.
    public private(set) var isSpeakerOn = false
    /// Why the phone refused the last request; nil if it did not.
    public private(set) var refusal: PhoneRefusal?
    /// How the call to the target of the last transfer ended, if that failed; nil again from the next request on.
    public private(set) var transferFailure: EndReason?

    @ObservationIgnored private var ready: Set<OrganizationID> = []
    @ObservationIgnored private weak var shell: PhoneShell?
    @ObservationIgnored private let next: (any ScreenPort)?
    @ObservationIgnored private let names: any UUIDSource

    /// - Parameters:
    ///   - next: another screen of the phone, which is told the same.
    ///   - names: names the calls that are placed.
    public init(before next: (any ScreenPort)? = nil, names: any UUIDSource = RandomUUIDs()) {
        self.next = next
        self.names = names
    }

    /// Gives the model its phone.
    public func attach(_ shell: PhoneShell) {
        self.shell = shell
        organization = shell.phone.record.organizations.active
        readSession()
        readNotices()
    }

    /// Reads from the phone's record whether a person is signed in.
    package func readSession() { isSignedIn = shell?.phone.record.session.standing.isSignedIn ?? false }

    /// Signs the person out: ``isSignedIn`` becomes false at once. Calls go on, and the person's data stays on the phone
    /// until the last of them has ended and the app is on the screen.
    public func signOut() { shell?.send(.session(.signOutAsked)) }

    /// The call that rings, if there is one.
    public var incoming: CallSnapshot? { calls.first { $0.direction == .inbound && $0.phase == .ringing } }

    /// The call on the screen: the active one, otherwise the one that was answered or placed last.
    public var current: CallSnapshot? {
        let taken = calls.filter { $0.id != incoming?.id }
        return taken.first { $0.phase == .connected && !$0.isHeld } ?? taken.last
    }

    /// Asks the phone for something, such as `.end(call.id)` or `.mute(call.id, true)`.
    public func ask(_ request: UserRequest) {
        transferFailure = nil
        guard let shell else { return refusal = .notNow }
        shell.request(request) { [weak self] outcome in
            if case .refused(let why) = outcome { self?.refusal = why } else { self?.refusal = nil }
        }
    }

    /// Places a call to a number, a user's name or an address.
    public func dial(_ destination: String) {
        ask(.dial(DialRequest(Redacted(destination), spare: CallUUID(names.freshName()))))
    }

    /// The person has seen the missed calls.
    public func clearNotices() {
        shell?.send(.notices(.cleared))
    }

    private func readNotices() {
        notices = shell?.phone.record.notices.notices.filter(\.isUnread) ?? []
    }

    private func show(_ call: CallSnapshot) {
        if let index = calls.firstIndex(where: { $0.id == call.id }) {
            calls[index] = call
        } else {
            calls.append(call)
            lastEnd = nil
        }
    }

    private func updateReadiness() { isReady = organization.map(ready.contains) ?? false }
}

extension PhoneModel: ScreenPort {
    public func show(_ update: PhoneUpdate) {
        switch update {
        case .call(let call): show(call)
        case .ended(let end):
            calls.removeAll { $0.id == end.call }
            lastEnd = end
        case .audio(let audio): isSpeakerOn = audio.isSpeakerOn
        case .connection(let registration, let phase):
            guard registration.provider == .exchange else { break }
            if phase == .ready {
                ready.insert(registration.organization)
            } else {
                ready.remove(registration.organization)
            }
            updateReadiness()
        case .organization(let active):
            organization = active
            readSession()
            updateReadiness()
        case .unread: readNotices()
        case .failed(_, let why): refusal = why
        case .transferFailed(_, let reason, _): transferFailure = reason
        case .elsewhere(let calls): callsElsewhere = calls
        case .network: break
        }
        next?.show(update)
    }

    public func organizationSettled(_ organization: OrganizationID, _ failure: SwitchFailure?) {
        next?.organizationSettled(organization, failure)
    }

    public func sessionOver(_ cause: SessionEndCause) {
        isSignedIn = false
        next?.sessionOver(cause)
    }
}
