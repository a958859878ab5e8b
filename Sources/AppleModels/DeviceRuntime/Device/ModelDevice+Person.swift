public import DeviceModel
public import Foundation

extension ModelDevice {
    /// Answers a call; by default the one that rings.
    public func answer(_ call: UUID? = nil) async { await tap(call, .ringing) { .answer($0) } }

    /// Declines a call; by default the one that rings.
    public func decline(_ call: UUID? = nil) async { await tap(call, .ringing) { .decline($0) } }

    /// Hangs up a call; by default the one that is neither ringing nor held.
    public func endCall(_ call: UUID? = nil) async { await tap(call, .current) { .end($0) } }

    /// Taps "End & Accept" for the ringing call.
    public func endAndAccept(_ call: UUID? = nil) async { await tap(call, .ringing) { .endAndAccept($0) } }

    /// Taps "Hold & Accept" for the ringing call.
    public func holdAndAccept(_ call: UUID? = nil) async { await tap(call, .ringing) { .holdAndAccept($0) } }

    /// Mutes or unmutes a call.
    public func mute(_ isMuted: Bool = true, _ call: UUID? = nil) async {
        await tap(call, .current) { .setMuted($0, isMuted) }
    }

    /// Holds a call.
    public func hold(_ call: UUID? = nil) async { await tap(call, .current) { .setHeld($0, true) } }

    /// Resumes a call; by default the one that is held.
    public func resume(_ call: UUID? = nil) async { await tap(call, .held) { .setHeld($0, false) } }

    /// Holds the active call and resumes this one; by default the one that is held.
    public func swap(to call: UUID? = nil) async { await tap(call, .held) { .swap(to: $0) } }

    /// Types digits.
    public func type(digits: String, _ call: UUID? = nil) async {
        let text = kernel.texts { $0.text(digits) }
        await tap(call, .current) { .digits($0, text) }
    }

    /// Makes one conversation of two calls.
    public func merge(_ call: UUID, with other: UUID) async {
        await world(.person(.merge(SystemCallID(call), with: SystemCallID(other))))
    }

    /// Taps an entry of Recents. The kind of handle is `CXHandle.HandleType`'s number.
    public func callBack(_ handle: String, kind: Int = 2) async {
        let handle = kernel.texts { $0.handle(kind: kind, handle) }
        await world(.person(.callBack(handle)))
    }

    /// Opens a `tel:` link.
    public func openTelephoneLink(_ number: String) async {
        let handle = kernel.texts { $0.handle(kind: 2, number) }
        await world(.person(.openTelephoneLink(handle)))
    }

    /// Opens the app.
    public func openApp() async { await world(.life(.openApp)) }

    /// Leaves the app for the home screen.
    public func leaveApp() async { await world(.life(.leaveApp)) }

    /// Removes the app from the app switcher.
    public func forceQuit() async { await world(.life(.forceQuit)) }

    /// Deletes the app and installs it again.
    public func reinstall() async {
        kernel.change { state in
            state.deleteApp()
            state.observationLog.resetViolations()
        }
        await world(.life(.reinstall(token: PushTokenID(kernel.newName()))))
    }

    /// Locks the screen.
    public func lock() async { await world(.lock(.lock)) }

    /// Unlocks the phone.
    public func unlock() async { await world(.lock(.unlock)) }

    /// Restarts the phone; it then waits for its first unlock.
    public func reboot() async { await world(.lock(.reboot)) }

    /// Allows or denies the microphone.
    public func setMicrophone(_ permission: MicrophonePermission) async {
        await world(.audio(.microphone(permission)))
    }

    private enum Candidate {
        case ringing, held, current
    }

    private func tap(_ call: UUID?, _ candidate: Candidate, _ event: (SystemCallID) -> UserAction) async {
        let chosen = call ?? screen.last { isMeant($0, by: candidate) }?.id
        guard let chosen else {
            kernel.note("a tap on a button that is not there")
            await settle()
            return
        }
        await world(.person(event(SystemCallID(chosen))))
    }

    private func isMeant(_ call: CallOnScreen, by candidate: Candidate) -> Bool {
        switch candidate {
        case .ringing: call.stage == .ringing
        case .held: call.isHeld
        case .current: call.stage != .ringing && call.stage != .ringingWithoutScreen && !call.isHeld
        }
    }
}
