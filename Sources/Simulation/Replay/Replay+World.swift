import DeviceModel
import Trace

/// Causes the world's events that explain a framework's callback.
extension Replay {
    mutating func cause(_ line: FrameworkRecord) {
        switch line.name {
        case .incoming: push(line)
        case .token: handle(.world(.push(.tokenChanges(machine.pushes.token ?? PushTokenID(1)))))
        case .tokenInvalidated: handle(.world(.push(.tokenDies)))
        case .reset: handle(.world(.callServices(.restarts)))
        case .perform: perform(line)
        case .interrupted: handle(.world(.audio(.interruption(.began))))
        case .resumed: handle(.world(.audio(.interruption(.ended(shouldResume: true)))))
        case .servicesReset: handle(.world(.audio(.mediaServicesReset)))
        default: break
        }
    }

    private mutating func push(_ line: FrameworkRecord) {
        pushes += 1
        let push = VoIPPushID(pushes)
        lastPush = push
        let age = Duration.microseconds(line.numbers[.age] ?? 0)
        handle(.world(.push(.arrives(PushArrival(id: push, age: max(.zero, age))))))
    }

    /// Performs the user's action on a call. End & Accept and Hold & Accept come as two actions, usually with the
    /// answer last.
    private mutating func perform(_ line: FrameworkRecord) {
        guard let call = line.call.map({ SystemCallID(UInt64(bitPattern: $0)) }) else { return }
        if let answered = answeredTogether(with: line) {
            let isHeld = line.verb == "hold"
            return handle(.world(.person(isHeld ? .holdAndAccept(answered) : .endAndAccept(answered))))
        }
        switch line.verb {
        case "answer": handle(.world(.person(.answer(call))))
        case "end":
            let isRinging = machine.calls[call]?.phase == .ringing
            handle(.world(.person(isRinging ? .decline(call) : .end(call))))
        case "hold": handle(.world(.person(.setHeld(call, line.isOn ?? true))))
        case "mute": handle(.world(.person(.setMuted(call, line.isOn ?? true))))
        case "digits": handle(.world(.person(.digits(call, TextID(0)))))
        default: break
        }
    }

    /// The ringing call that was answered together with the end or hold of another call.
    private func answeredTogether(with line: FrameworkRecord) -> SystemCallID? {
        guard line.verb == "end" || line.verb == "hold" else { return nil }
        let here = lines[index]
        let answer = lines[(index + 1)...].prefix { $0.at <= here.at + tolerance }.first {
            $0.line.name == .perform && $0.line.verb == "answer" && $0.line.call != line.call
        }
        return answer?.line.call.map { SystemCallID(UInt64(bitPattern: $0)) }
    }

    /// Handles lines about the life of the process and the phone's lock, which the recording shows only from the app's
    /// side.
    ///
    /// - Returns: whether the line was such a line.
    mutating func isLife(_ line: FrameworkRecord) -> Bool {
        switch line.name {
        case .launched: launch()
        case .active: open()
        case .background: handle(.world(.life(.leaveApp)))
        case .unlocked: handle(.world(.lock(.unlock)))
        case .locked, .woke, .path, .route: break
        case .interrupted, .resumed, .servicesReset: cause(line)
        default: return false
        }
        return true
    }

    private mutating func open() {
        if machine.lock != .unlocked { handle(.world(.lock(.unlock))) }
        handle(.world(.life(.openApp)))
    }

    /// Starts a process: by a push, if one comes before the app is on the screen.
    private mutating func launch() {
        let coming = lines[(index + 1)...].prefix { $0.line.name != .launched }
        if machine.process.life != .notRunning { handle(.world(.life(.crash))) }
        expectations = []
        isSuspensionOpen = false
        if coming.contains(where: { $0.line.name == .locked }) { handle(.world(.lock(.reboot))) }
        let first = coming.first { $0.line.name == .incoming || $0.line.name == .active }
        if let first, first.line.name == .incoming {
            push(first.line)
        } else {
            open()
        }
    }
}
