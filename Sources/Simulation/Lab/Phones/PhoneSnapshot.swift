package import DeviceModel
package import DeviceRuntime
import Foundation
package import WireJSON

/// The screen and state of a phone at one moment, for its picture.
package struct PhoneSnapshot: Hashable, Sendable {
    /// The content of the phone's screen. The raw value is its word on the page.
    package enum Screen: String, Hashable, Sendable {
        case lock, home, app
        /// A call rings on an unlocked phone.
        case banner
        /// A call rings over the whole screen, as on a locked phone.
        case ring
        /// A call is being connected, or is there.
        case call
        /// The phone has been switched on and was not unlocked yet.
        case restarting
    }

    package struct Killing: Hashable, Sendable {
        package var why: String
        package var at: Duration

        package init(why: String, at: Duration) {
            self.why = why
            self.at = at
        }
    }

    package var id: String
    package var user: String
    package var profile: DeviceProfile
    package var isNaive = false
    package var lock = LockState.unlocked
    package var life = ProcessPhase.notRunning
    /// The last killing of the app's process, if it does not run.
    package var killed: Killing?
    package var network = "wifi"
    /// When a cut for a time ends.
    package var cutUntil: Duration?
    package var sound: SoundCondition?
    /// The tones, in hertz, that its loudspeaker plays.
    package var tones: [Int] = []
    package var isQuiet = false
    package var pushes = "prompt"
    /// Whether a call can reach it: it is signed in, and the push services know it.
    package var isReady = false
    package var violations = 0
    package var isRevoked = false
    package var calls: [CallOnScreen] = []
    /// When each call was connected, by its id.
    package var since: [String: Duration] = [:]
    package var recents: [RecentCall] = []
    /// When the phone was switched on; times in Recents count from then.
    package var born: Duration = .zero
    package var notifications: [ShownNotification] = []

    package init(id: String, user: String, profile: DeviceProfile) {
        self.id = id
        self.user = user
        self.profile = profile
    }

    package var screen: Screen { Self.screen(showing: calls.map(\.stage), lock, life) }

    /// The screen follows from the rest: a call that rings comes first, then a call that is there.
    package static func screen(
        showing calls: [CallOnScreen.Stage], _ lock: LockState, _ life: ProcessPhase
    ) -> Screen {
        if calls.contains(.ringing) || calls.contains(.ringingWithoutScreen) {
            let isTalking = calls.contains(.connected) || calls.contains(.connecting)
            return lock == .unlocked && !isTalking ? .banner : .ring
        }
        if !calls.isEmpty { return .call }
        switch lock {
        case .locked: return .lock
        case .beforeFirstUnlock: return .restarting
        case .unlocked: return life == .foreground ? .app : .home
        }
    }
}

extension PhoneSnapshot {
    /// The newest entries of Recents that are shown.
    static let recentsMax = 10
    private static let notificationsMax = 10

    /// The snapshot as the page reads it.
    package var json: JSONValue {
        var object: JSONObject = [
            "id": .string(id), "user": .string(user), "profile": .string(profile.rawValue), "naive": .bool(isNaive),
            "screen": .string(screen.rawValue), "lock": .string(lock.rawValue), "app": .string(life.labWord),
            "killed": killed.map { ["why": .string($0.why), "at": $0.at.labTime] } ?? .null,
            "network": .string(network), "cutUntil": cutUntil?.labTime ?? .null,
            "doNotDisturb": .bool(isQuiet), "pushes": .string(pushes), "ready": .bool(isReady),
            "violations": .integer(Int64(violations)), "revoked": .bool(isRevoked),
        ]
        object.append("route", sound.map { .string("\($0.route)") } ?? .null)
        object.append("hears", .bool(sound?.isHeard ?? false))
        object.append("tones", .array(tones.map { .integer(Int64($0)) }))
        object.append("records", .bool(sound?.isRecording ?? false))
        object.append("calls", .array(calls.map(json)))
        object.append("recents", .array(recents.suffix(Self.recentsMax).map { $0.labJSON(since: born) }))
        object.append("notifications", .array(notifications.suffix(Self.notificationsMax).map(\.labJSON)))
        return .object(object)
    }

    private func json(_ call: CallOnScreen) -> JSONValue {
        let id = call.id.uuidString.lowercased()
        return [
            "id": .string(id), "stage": .string("\(call.stage)"), "name": .string(call.name),
            "held": .bool(call.isHeld), "muted": .bool(call.isMuted), "since": since[id]?.labTime ?? .null,
        ]
    }
}

extension ProcessPhase {
    /// The word on the page.
    package var labWord: String {
        switch self {
        case .notRunning: "notRunning"
        case .prewarmed: "prewarmed"
        case .launching: "launching"
        case .background: "background"
        case .foreground: "foreground"
        case .suspended: "suspended"
        }
    }
}

extension RecentCall {
    fileprivate func labJSON(since born: Duration) -> JSONValue {
        [
            "kind": .string("\(kind)"), "name": .string(name), "at": (born + at).labTime,
            "call": .string(call.uuidString.lowercased()), "canCallBack": .bool(handle != nil),
        ]
    }
}

extension ShownNotification {
    fileprivate var labJSON: JSONValue { ["id": .string(id), "title": .string(title), "body": .string(body)] }
}
