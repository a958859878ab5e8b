import CallModel
import CarillonRTC
import MediaEngine
import NativeMedia
import Redaction

/// A running softphone: it carries out the plan and the user's commands and reports events, until it has nothing left
/// to do.
actor TerminalPhone {
    private let plan: PhoneConfiguration
    private let client: CarillonClient
    private let screen: PhoneScreen
    private var lines: [PhoneLine] = []
    private var current: Int?
    private var lineCount = 0
    private var dialedLine: Int?
    private let over: AsyncStream<PhoneOutcome>
    private let finish: AsyncStream<PhoneOutcome>.Continuation

    init(_ plan: PhoneConfiguration, client: CarillonClient, screen: PhoneScreen) {
        self.plan = plan
        self.client = client
        self.screen = screen
        (over, finish) = AsyncStream.makeStream()
    }

    /// Registers, carries out the plan and the user's commands, and returns when the phone is done.
    func run(_ keyboard: StandardInputLines) async throws -> PhoneOutcome {
        screen.show(.connecting(url: plan.client.url.description))
        try await client.connect()
        var tasks = [
            Task { for await state in client.states { show(state) } },
            Task { for await call in client.incomingCalls { ring(call) } },
            Task { await followNetwork() },
        ]
        if let order = plan.dial {
            try await dial(order.number, headers: order.headers, isPlanned: true)
        }
        tasks.append(
            Task {
                await carryOut(keyboard)
                if !plan.isUnattended { finish.yield(.done) }
            })
        var outcomes = over.makeAsyncIterator()
        let outcome = await outcomes.next() ?? .done
        await client.disconnect()
        for task in tasks { task.cancel() }
        for line in lines { await close(line) }
        return outcome
    }

    /// Hangs up all calls and ends the phone.
    func quit() { finish.yield(.done) }

    /// Without netlink, the phone notices a dead connection only by its silence.
    private nonisolated func followNetwork() async {
        guard let watch = try? NetworkMonitor() else { return }
        for await _ in watch.changes { client.networkChanged() }
    }

    private func show(_ state: ClientState) {
        switch state {
        case .connecting: break
        case .ready: screen.show(.registered(login: plan.login))
        case .reconnecting(let attempt): screen.show(.reconnecting(attempt: attempt))
        case .disconnected(let error):
            screen.show(.disconnected(error))
            if let error { finish.yield(.failed(error.context)) }
        }
    }

    private func ring(_ call: Call) {
        let line = add(call, play: plan.play)
        guard let line else { return }
        screen.show(
            .incoming(
                call: line.number, from: call.peerNumber?.revealed ?? "unknown", name: call.peerName?.revealed ?? "",
                headers: call.headers))
        watch(line)
        if plan.answersByItself { Task { await asking("answer") { try await call.answer() }() } }
    }

    private func dial(_ number: String, headers: [CallHeader] = [], isPlanned: Bool = false) async throws {
        var options = DialOptions()
        options.headers = headers
        let sound = try CallSound(play: plan.play, recordPath: recordPath(lineCount + 1), watched: plan.watched)
        options.source = sound.source
        options.sink = sound.sink
        let call = try await client.dial(number, options)
        let line = add(call, sound)
        if isPlanned { dialedLine = line.number }
        screen.show(.dialed(call: line.number, to: number))
        watch(line)
    }

    private func add(_ call: Call, play: PhoneSound) -> PhoneLine? {
        do {
            let sound = try CallSound(play: play, recordPath: recordPath(lineCount + 1), watched: plan.watched)
            call.setAudioSource(sound.source)
            call.setAudioSink(sound.sink)
            return add(call, sound)
        } catch {
            screen.show(.failed(command: "record", "\(error)"))
            return nil
        }
    }

    private func add(_ call: Call, _ sound: CallSound) -> PhoneLine {
        lineCount += 1
        let line = PhoneLine(number: lineCount, call: call, sound: sound)
        lines.append(line)
        current = line.number
        return line
    }

    /// The first call records to the named file, later ones to numbered files beside it.
    private func recordPath(_ number: Int) -> String? {
        guard let path = plan.recordPath, number > 1 else { return plan.recordPath }
        let stem = path.hasSuffix(".wav") ? String(path.dropLast(4)) : path
        return "\(stem)-\(number).wav"
    }

    private func watch(_ line: PhoneLine) {
        guard let index = lines.firstIndex(where: { $0.number == line.number }) else { return }
        let (number, events, qualities) = (line.number, line.call.events, line.call.quality)
        lines[index].watchers = [
            Task { for await event in events { await handle(event, of: number) } },
            Task { for await quality in qualities { screen.show(.quality(call: number, quality)) } },
            Task { await listen(line.sound, of: number) },
        ]
    }

    /// Reports each watched tone when it starts, every second while it lasts, and when it stops.
    private func listen(_ sound: CallSound, of number: Int) async {
        var watch = ToneMonitor()
        while !Task.isCancelled {
            for heard in watch.changes(of: sound.levels) {
                screen.show(.tone(call: number, frequency: heard.frequency, level: heard.level))
            }
            try? await Task.sleep(for: ToneMonitor.interval)
        }
    }

    private func handle(_ event: Call.Event, of number: Int) async {
        guard let index = lines.firstIndex(where: { $0.number == number }) else { return }
        switch event {
        case .stateChanged(let state):
            screen.show(.state(call: number, state))
            if state.progress == .active, !lines[index].wasActive {
                lines[index].wasActive = true
                scheduleHangUp(lines[index].call)
            }
        case .mutedChanged(let isMuted): screen.show(.muted(call: number, isMuted))
        case .digitReceived(let digit): screen.show(.digit(call: number, digit))
        case .earlyMedia: screen.show(.earlyMedia(call: number))
        case .firstAudio: screen.show(.firstAudio(call: number))
        case .headersReceived(let headers): screen.show(.headers(call: number, headers))
        case .namesLearned(let names): screen.show(.names(call: number, names))
        case .mediaChanged(let state): screen.show(.media(call: number, state))
        case .relaysUnavailable: screen.show(.relaysUnavailable(call: number))
        case .mediaRestarted(let reason): screen.show(.restart(call: number, reason))
        case .transferFailed(let ending): screen.show(.transferFailed(call: number, ending))
        case .ended(let ending): await end(number, ending)
        }
    }

    private func end(_ number: Int, _ ending: Ending) async {
        guard let index = lines.firstIndex(where: { $0.number == number }) else { return }
        let line = lines.remove(at: index)
        if current == number { current = lines.last?.number }
        await close(line)
        screen.show(.ended(call: number, ending))
        guard number == dialedLine else { return }
        finish.yield(line.wasActive ? .done : .failed("the call did not come about: \(ending)"))
    }

    private func close(_ line: PhoneLine) async {
        for watcher in line.watchers.dropFirst() { watcher.cancel() }
        do { try line.sound.close() } catch { screen.show(.failed(command: "record", "\(error)")) }
    }

    private func scheduleHangUp(_ call: Call) {
        guard let delay = plan.hangUpAfter else { return }
        Task {
            try? await Task.sleep(for: delay)
            await call.hangUp()
        }
    }
}

/// The user's commands.
extension TerminalPhone {
    /// The rest of an instruction, which may run while the next line is read.
    private typealias Request = @Sendable () async -> Void

    /// Reads lines off the actor. There an immediate task runs as far as the client's queue before the next line is
    /// read, so requests reach the client in the order of the lines, and yet a slow hold does not keep the user from
    /// hanging up.
    private nonisolated func carryOut(_ keyboard: StandardInputLines) async {
        for await line in keyboard.lines {
            guard let request = await carryOut(line) else { continue }
            Task.immediate { await request() }
        }
    }

    private func carryOut(_ text: String) async -> Request? {
        screen.scrolled()
        do throws(PhoneInstruction.Problem) {
            guard let instruction = try PhoneInstruction(text) else { return nil }
            return await carryOut(instruction)
        } catch {
            screen.show(.failed(command: String(text.prefix(while: { !$0.isWhitespace })), error.text))
            return nil
        }
    }

    private func carryOut(_ instruction: PhoneInstruction) async -> Request? {
        let name = instruction.name
        switch instruction {
        // Dialing does not wait for the other side, and the lines that follow refer to this call.
        case .dial(let number): await asking(name) { try await self.dial(number) }()
        case .answer: return onCurrent(name) { try await $0.answer() }
        case .decline: return onCurrent(name) { try await $0.decline() }
        case .hangUp: return onCurrent(name) { await $0.hangUp() }
        case .hold: return onCurrent(name) { try await $0.hold() }
        case .resume: return onCurrent(name) { try await $0.resume() }
        case .mute: return onCurrent(name) { try await $0.mute() }
        case .unmute: return onCurrent(name) { try await $0.unmute() }
        case .digits(let digits): return onCurrent(name) { try await $0.sendDTMF(digits) }
        case .transfer(let target): return onCurrent(name) { try await $0.transfer(to: target) }
        case .restartMedia: return onCurrent(name) { try await $0.restartMedia() }
        case .play(let text): play(text)
        case .use(let number): use(number)
        case .calls: showCalls()
        case .help: screen.show(.help)
        case .quit: finish.yield(.done)
        }
        return nil
    }

    private func use(_ number: Int) {
        let isKnown = lines.contains { $0.number == number }
        if isKnown { current = number }
        screen.show(isKnown ? .done(command: "use") : .failed(command: "use", "there is no call \(number)"))
    }

    private func play(_ text: String) {
        guard let line = lines.first(where: { $0.number == current }) else {
            return screen.show(.failed(command: "play", "there is no call"))
        }
        do {
            line.call.setAudioSource(try PhoneSound(text).source())
            screen.show(.done(command: "play"))
        } catch {
            screen.show(.failed(command: "play", "\(error)"))
        }
    }

    private func showCalls() {
        screen.show(
            .calls(
                lines.map { line in
                    PhoneCallLine(
                        number: line.number, peer: line.call.peerNumber?.revealed ?? "unknown", state: line.call.state,
                        isMuted: line.call.isMuted, isCurrent: line.number == current)
                }))
    }

    private func onCurrent(_ name: String, _ action: @escaping @Sendable (Call) async throws -> Void) -> Request? {
        guard let line = lines.first(where: { $0.number == current }) else {
            screen.show(.failed(command: name, "there is no call"))
            return nil
        }
        let call = line.call
        return asking(name) { try await action(call) }
    }

    /// Performs an action and reports its success or failure.
    private func asking(_ name: String, _ action: @escaping @Sendable () async throws -> Void) -> Request {
        { [screen] in
            do {
                try await action()
                screen.show(.done(command: name))
            } catch {
                screen.show(.failed(command: name, ErrorDescription.text(of: error)))
            }
        }
    }
}

/// A call of this phone, with its number, its sound and the tasks that follow its events.
struct PhoneLine {
    let number: Int
    let call: Call
    let sound: CallSound
    var watchers: [Task<Void, Never>] = []
    var wasActive = false
}

/// How a phone's run ended.
enum PhoneOutcome: Sendable {
    case done
    case failed(String)
}

/// Describes errors to the user of the phone.
package enum ErrorDescription {
    /// The text of a client's error without its code, which is for programs; any other error's own description.
    package static func text(of error: any Error) -> String {
        (error as? ClientError)?.context ?? "\(error)"
    }
}
