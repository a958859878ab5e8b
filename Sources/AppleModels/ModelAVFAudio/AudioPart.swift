internal import DeviceModel
internal import DeviceRuntime
internal import Foundation

/// AVFAudio's part in a process: the session, and the answers it owes about the microphone.
///
/// `@unchecked Sendable`: all mutable state is behind `lock`.
final class AudioPart: FrameworkState, @unchecked Sendable {
    let process: ProcessHandle
    private let lock = NSLock()
    private var madeSession: AVAudioSession?
    /// The route before the next change.
    private var lastRoute = DeviceAudioRoute.receiver
    private var microphoneAnswers: [PendingCompletion<Bool>] = []

    init(process: ProcessHandle) {
        self.process = process
    }

    var session: AVAudioSession {
        lock.withLock {
            if let madeSession { return madeSession }
            let fresh = AVAudioSession(process: process)
            madeSession = fresh
            return fresh
        }
    }

    func askForMicrophone(_ answer: PendingCompletion<Bool>) {
        lock.withLock { microphoneAnswers.append(answer) }
        process.send(.audio(.requestMicrophone))
    }

    func end() {
        for answer in removeMicrophoneAnswers() { answer.abandon() }
    }

    private func removeMicrophoneAnswers() -> [PendingCompletion<Bool>] {
        lock.withLock {
            defer { microphoneAnswers = [] }
            return microphoneAnswers
        }
    }

    func receive(_ callback: AppCallback) async {
        guard case .audio(let callback) = callback else { return }
        switch callback {
        case .routeChanged(let route, let reason): await post(route, reason)
        case .interruption(let interruption): await post(interruption)
        case .mediaServicesReset: await post(AVAudioSession.mediaServicesWereResetNotification, [:])
        case .microphone(let isGranted): await answerMicrophone(isGranted)
        }
    }

    private func answerMicrophone(_ isGranted: Bool) async {
        let answers = removeMicrophoneAnswers()
        await CallbackQueue.frameworkOwn.run(as: process) {
            for answer in answers { answer.give(isGranted) }
        }
    }

    private func post(_ route: DeviceAudioRoute, _ reason: DeviceRouteChangeReason) async {
        let previous = lock.withLock {
            defer { lastRoute = route }
            return lastRoute
        }
        // An attached device takes the sound; after a device was detached, the phone's own output does.
        let isOwn = route == .receiver || route == .speaker
        let reason: AVAudioSession.RouteChangeReason =
            switch reason {
            case .deviceChanged: isOwn ? .oldDeviceUnavailable : .newDeviceAvailable
            case .deviceCame: .newDeviceAvailable
            case .deviceWent: .oldDeviceUnavailable
            case .categoryChanged: .categoryChange
            case .overridden: .override
            }
        await post(
            AVAudioSession.routeChangeNotification,
            [
                AVAudioSessionRouteChangeReasonKey: .number(reason.rawValue),
                AVAudioSessionRouteChangePreviousRouteKey: .object { AVAudioSession.description(of: previous) },
            ])
    }

    private func post(_ interruption: AudioInterruption) async {
        switch interruption {
        case .began:
            await post(
                AVAudioSession.interruptionNotification,
                [AVAudioSessionInterruptionTypeKey: .number(AVAudioSession.InterruptionType.began.rawValue)])
        case .ended(let shouldResume):
            let options: AVAudioSession.InterruptionOptions = shouldResume ? .shouldResume : []
            await post(
                AVAudioSession.interruptionNotification,
                [
                    AVAudioSessionInterruptionTypeKey: .number(AVAudioSession.InterruptionType.ended.rawValue),
                    AVAudioSessionInterruptionOptionKey: .number(options.rawValue),
                ])
        }
    }

    private func post(_ name: Notification.Name, _ facts: [String: NotificationValue]) async {
        await process.post(name, facts) { [self] in session }
    }
}
