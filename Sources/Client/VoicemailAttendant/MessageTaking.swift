import CarillonRTC
import MediaEngine
import Redaction

/// Takes one caller's message: answers, plays the prompt, takes down what is said, keeps it.
struct MessageTaking: Sendable {
    private enum Step: Sendable {
        case promptPlayed
        /// The message is as long as may be, or nobody speaks any more.
        case messageOver
        case callEnded
    }

    let call: Call
    let prompt: Prompt
    let limits: MessageLimits
    let box: any MessageBox

    func run() async {
        guard let mailbox = header(VoicemailAttendant.mailboxHeader),
            let session = header(VoicemailAttendant.sessionHeader),
            await box.hasRoom(mailbox)
        else {
            try? await call.decline()
            return
        }
        guard let sound = await takeDown() else { return await box.discard(messageIn: session) }
        await box.keep(
            TakenMessage(
                mailbox: mailbox, session: session, callerName: call.peerName, callerNumber: call.peerNumber,
                sound: sound))
    }

    private func header(_ name: String) -> String? {
        call.headers.first { $0.name.lowercased() == name.lowercased() }?.value.revealed
    }

    /// - Returns: what was said; nil if nothing was.
    private func takeDown() async -> WAVFile? {
        let (steps, step) = AsyncStream.makeStream(of: Step.self)
        guard let recorder = MessageRecorder(limits, over: { step.yield(.messageOver) }) else { return nil }
        let events = call.events
        let watch = Task {
            for await _ in events {}
            step.yield(.callEnded)
        }
        defer { watch.cancel() }
        do {
            try await call.answer()
        } catch {
            return nil  // The caller was faster.
        }
        call.setAudioSource(PromptSource(prompt) { step.yield(.promptPlayed) })
        for await step in steps {
            switch step {
            case .promptPlayed: call.setAudioSink(recorder)
            case .messageOver: await call.hangUp()
            case .callEnded: return recorder.finish()
            }
        }
        // Told to stop: what was said so far is a message too.
        return recorder.finish()
    }
}
