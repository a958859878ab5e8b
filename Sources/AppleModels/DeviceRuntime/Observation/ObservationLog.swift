internal import DeviceModel
internal import Foundation

/// Everything that was seen and heard of a phone, in order, and the current content of its screen.
struct ObservationLog: Sendable {
    private(set) var moments = BoundedLog<Moment>()
    private(set) var observations = BoundedLog<Observation>()
    private(set) var screen: [CallOnScreen] = []
    private(set) var recents: [RecentCall] = []
    private(set) var terminations: [Termination] = []
    private(set) var hazards: [AppMistake] = []
    private(set) var sound: SoundCondition?
    private(set) var violations = 0
    private(set) var isRevoked = false
    private(set) var pageReceived = BoundedLog<(event: String, data: String)>()

    mutating func note(_ words: String, at now: Duration) {
        moments.append(Moment(at: now, words: words))
    }

    /// - Parameter name: the name of a call, for one that is dialed: its observation has none.
    mutating func write(
        _ observation: Observation, at now: Duration, texts: InternTable, name: (SystemCallID) -> CallerName?
    ) {
        observations.append(observation)
        note(observation.words(texts), at: now)
        switch observation {
        case .call(let change): apply(change, texts, name)
        case .recents(let entry):
            recents.append(
                RecentCall(
                    call: entry.call.uuid, kind: entry.kind, name: entry.name.words(texts),
                    handle: entry.handle.map { texts.handle($0).value }, at: now))
        case .sound(let condition): sound = condition
        case .pushViolation(let count): violations = count
        case .pushesRevoked: isRevoked = true
        case .terminated(let reason, _): terminations.append(Termination(reason: reason, at: now))
        case .hazard(let hazard): hazards.append(hazard)
        case .pushNotDelivered, .diagnosticAlert, .process, .unlockRequested: break
        }
    }

    /// Resets the push violations, as the app is installed again.
    mutating func resetViolations() {
        violations = 0
        isRevoked = false
    }

    private mutating func apply(
        _ change: CallObservation, _ texts: InternTable, _ name: (SystemCallID) -> CallerName?
    ) {
        switch change {
        case .rings(let call, let name):
            show(CallOnScreen(id: call.uuid, stage: .ringing, name: name.words(texts)))
        case .ringsWithoutScreen(let call):
            show(CallOnScreen(id: call.uuid, stage: .ringingWithoutScreen, name: ""))
        case .named(let call, let name): alter(call) { $0.name = name.words(texts) }
        case .connecting(let call):
            if !screen.contains(where: { $0.id == call.uuid }) {
                show(CallOnScreen(id: call.uuid, stage: .connecting, name: name(call)?.words(texts) ?? ""))
            }
            alter(call) { $0.stage = .connecting }
        case .connected(let call): alter(call) { $0.stage = .connected }
        case .held(let call, let isHeld): alter(call) { $0.isHeld = isHeld }
        case .muted(let call, let isMuted): alter(call) { $0.isMuted = isMuted }
        case .merged: break
        case .ended(let call, _): screen.removeAll { $0.id == call.uuid }
        }
    }

    private mutating func show(_ call: CallOnScreen) {
        screen.removeAll { $0.id == call.id }
        screen.append(call)
    }

    private mutating func alter(_ call: SystemCallID, _ change: (inout CallOnScreen) -> Void) {
        let id = call.uuid
        for index in screen.indices where screen[index].id == id { change(&screen[index]) }
    }
}

/// The newest entries of a log, and the number of all. A reader that knows how many it has read misses none, unless
/// more come in between than are kept.
package struct BoundedLog<Element: Sendable>: Sendable {
    /// The most entries kept. A longer log drops its oldest quarter.
    package static var keptMax: Int { 20_000 }

    /// The newest entries, the oldest of them first.
    package private(set) var kept: [Element] = []
    private var dropped = 0

    package init() {}

    /// The number of entries since the beginning, those that were dropped included.
    package var count: Int { dropped + kept.count }

    package mutating func append(_ entry: Element) {
        kept.append(entry)
        guard kept.count > Self.keptMax else { return }
        kept.removeFirst(Self.keptMax / 4)
        dropped += Self.keptMax / 4
    }

    /// The kept entries after the first `count` of all.
    package func after(_ count: Int) -> ArraySlice<Element> { kept.dropFirst(max(count - dropped, 0)) }
}

extension ObservationLog {
    mutating func write(_ observation: NotificationObservation, at now: Duration, texts: InternTable) {
        switch observation {
        case .permissionAsked: note("the system asks whether the app may show notifications", at: now)
        case .shown(let notification, let isAudible):
            let words = "\(texts.text(notification.title)): \(texts.text(notification.body))"
            note("notification, \(isAudible ? "audible" : "silent"): \(words)", at: now)
        case .withdrawn(let id): note("notification gone: \(texts.text(TextID(id.value)))", at: now)
        case .badge(let number): note("the app's icon bears \(number)", at: now)
        case .tapLost: note("the app never hears of the tap", at: now)
        }
    }

    mutating func write(_ effect: WebEffect, at now: Duration, texts: InternTable) {
        switch effect {
        case .received(let message):
            pageReceived.append((texts.text(message.event), texts.text(message.data)))
        case .lost(let loss): note("lost on the way to the page: \(loss.words)", at: now)
        case .mediaStopped: note("the page's sound stops", at: now)
        case .perform, .answered, .contentProcessTerminated: break
        }
    }
}

extension WebLoss {
    fileprivate var words: String {
        switch self {
        case .noBridge: "an event, there is no bridge"
        case .noListener: "an event, there is no listener"
        case .deadPage: "an event, the page is gone"
        case .deadCall: "an answer, the page is gone"
        case .tooManyRetained: "an event, too many are kept"
        }
    }
}
