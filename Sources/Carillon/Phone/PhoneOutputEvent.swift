import CallModel
import CarillonRTC
import MediaEngine
import RTP
import Redaction
import Synchronization
import WireJSON

/// An event that a phone reports to its user, as text or as JSON.
enum PhoneOutputEvent: Sendable {
    case connecting(url: String)
    case registered(login: String)
    case reconnecting(attempt: Int)
    case disconnected(ClientError?)
    case incoming(call: Int, from: String, name: String, headers: [CallHeader])
    case dialed(call: Int, to: String)
    case state(call: Int, CallState)
    case media(call: Int, MediaConnectionState)
    case restart(call: Int, RestartReason)
    case relaysUnavailable(call: Int)
    case transferFailed(call: Int, Ending)
    case earlyMedia(call: Int)
    case firstAudio(call: Int)
    case headers(call: Int, [CallHeader])
    case names(call: Int, CallNames)
    case muted(call: Int, Bool)
    case digit(call: Int, Character)
    /// A watched tone is audible, or has stopped; its level is then below the threshold.
    case tone(call: Int, frequency: Double, level: Double)
    case quality(call: Int, CallQuality)
    case ended(call: Int, Ending)
    case calls([PhoneCallLine])
    case done(command: String)
    case failed(command: String, String)
    case help
}

/// One entry of the list of calls.
struct PhoneCallLine: Sendable {
    let number: Int
    let peer: String
    let state: CallState
    let isMuted: Bool
    let isCurrent: Bool
}

/// Prints a phone's events, as lines for a person or as one JSON object per line for a program.
final class PhoneScreen: Sendable {
    enum Form: Sendable { case text, json }

    let form: Form
    let terminal: Terminal
    private let endsWithFleeting = Mutex(false)

    init(form: Form, terminal: Terminal) {
        self.form = form
        self.terminal = terminal
    }

    func show(_ event: PhoneOutputEvent) {
        switch form {
        case .json: terminal.print(event.json.jsonText)
        case .text: if let line = event.line(on: terminal) { show(line, isFleeting: event.isFleeting) }
        }
    }

    /// Notes that the user typed a line, so that the last printed line cannot be replaced any more.
    func scrolled() { endsWithFleeting.withLock { $0 = false } }

    /// On a terminal, the last line is replaced without touching the text being typed below it.
    private func show(_ line: String, isFleeting: Bool) {
        let replaces = endsWithFleeting.withLock { endsWithFleeting in
            defer { endsWithFleeting = isFleeting }
            return endsWithFleeting && isFleeting && terminal.isColored
        }
        let (save, up, clear, restore) = ("\u{1B}7", "\u{1B}[1A", "\r\u{1B}[2K", "\u{1B}8")
        if replaces { terminal.write(save + up + clear + line + restore) } else { terminal.print(line) }
    }
}

extension PhoneOutputEvent {
    /// The event as a line for a person; nil for events that only a program needs.
    func line(on terminal: Terminal) -> String? {
        switch self {
        case .connecting(let url): terminal.paint("connecting to \(url) …", .dim)
        case .registered(let login): terminal.paint("registered as \(login)", .green)
        case .reconnecting(let attempt): terminal.paint("connection lost, trying again (\(attempt))", .yellow)
        case .disconnected(let error):
            error.map { terminal.paint("disconnected: \($0.context)", .red) } ?? terminal.paint("disconnected", .dim)
        case .incoming(let call, let from, let name, let headers):
            Self.call(call, terminal) + terminal.paint("\(name.isEmpty ? from : "\(name) <\(from)>") calls", .bold)
                + " — answer, decline" + headers.map { "\n    \($0.name): \($0.value.revealed)" }.joined()
        case .dialed(let call, let to): Self.call(call, terminal) + "calling \(to)"
        case .state(let call, let state):
            Self.text(of: state, on: terminal).map { Self.call(call, terminal) + $0 }
        case .media(let call, .interrupted):
            Self.call(call, terminal) + terminal.paint("the other side cannot be heard", .yellow)
        case .restart(let call, let reason):
            Self.call(call, terminal) + terminal.paint("looking for another path: \(reason.words)", .dim)
        case .relaysUnavailable(let call):
            Self.call(call, terminal) + terminal.paint("no relay could be used", .yellow)
        case .transferFailed(let call, let ending):
            Self.call(call, terminal) + terminal.paint("not transferred: \(ending)", .yellow)
        case .earlyMedia(let call): Self.call(call, terminal) + "sound of the other side arrives before the answer"
        case .muted(let call, let isMuted): Self.call(call, terminal) + (isMuted ? "muted" : "not muted")
        case .digit(let call, let digit): Self.call(call, terminal) + "digit " + terminal.paint(String(digit), .bold)
        case .tone(let call, let frequency, let level):
            Self.call(call, terminal) + "\(Int(frequency)) Hz at \(Self.fixed(level, 3))"
        case .quality(let call, let quality): Self.call(call, terminal) + Self.text(of: quality, on: terminal)
        case .ended(let call, let ending):
            Self.call(call, terminal) + terminal.paint("ended: \(ending)", ending.impliesSuccess ? .dim : .red)
        case .calls(let lines): lines.isEmpty ? "no calls" : lines.map(Self.text).joined(separator: "\n")
        case .failed(let command, let reason): terminal.paint("\(command): \(reason)", .red)
        case .help: PhoneInstruction.manual.map { "  \($0.usage)\n      \($0.meaning)" }.joined(separator: "\n")
        case .media, .firstAudio, .headers, .names, .done: nil
        }
    }

    /// Whether the line replaces the one before it, if that one was of the same kind and the terminal can do it.
    var isFleeting: Bool {
        if case .quality = self { true } else { false }
    }

    private static func call(_ number: Int, _ terminal: Terminal) -> String { terminal.paint("[\(number)] ", .cyan) }

    /// Nil for the intermediate steps that a person does not notice.
    private static func text(of state: CallState, on terminal: Terminal) -> String? {
        var parts: [String]
        switch state.progress {
        case .active: parts = [terminal.paint("active", .green)]
        case .ringing where state.direction == .outbound: parts = ["ringing"]
        case .idle, .requesting, .connecting, .ringing, .answering, .disconnecting, .ended: return nil
        }
        if state.hold != .off { parts.append("held") }
        if state.remoteHold == .on { parts.append("the other side holds") }
        if state.link != .up { parts.append(terminal.paint(state.link.rawValue, .yellow)) }
        return parts.joined(separator: ", ")
    }

    private static func text(of quality: CallQuality, on terminal: Terminal) -> String {
        let score = quality.meanOpinionScore.map { fixed($0, 2) } ?? "–"
        let roundTrip = quality.roundTripMilliseconds.map { fixed($0, 0) } ?? "–"
        return terminal.paint(
            "quality \(quality.rating.rawValue)  MOS \(score)  jitter \(fixed(quality.jitterMilliseconds, 1)) ms  "
                + "round trip \(roundTrip) ms  loss \(fixed(quality.lossFraction * 100, 1)) %"
                + text(of: quality.statistics.sending), .dim)
    }

    /// Empty for the usual settings.
    private static func text(of sending: SendingStatistics?) -> String {
        guard let sending, sending.packetMilliseconds > 20 || sending.copies > 0 || sending.bitsPerSecond < 32_000
        else {
            return ""
        }
        let copies = sending.copies > 0 ? ", each sent \(sending.copies + 1) times" : ""
        return "  sending \(sending.bitsPerSecond / 1000) kbit/s in \(sending.packetMilliseconds) ms\(copies)"
    }

    private static func text(_ line: PhoneCallLine) -> String {
        "\(line.isCurrent ? "*" : " ") \(line.number)  \(line.peer)  \(line.state)\(line.isMuted ? ", muted" : "")"
    }

    private static func fixed(_ value: Double, _ digits: Int) -> String {
        guard value.isFinite else { return "–" }
        let scale = (0..<digits).reduce(1.0) { scale, _ in scale * 10 }
        let scaled = Int((abs(value) * scale).rounded())
        let sign = value < 0 && scaled > 0 ? "-" : ""
        guard digits > 0 else { return sign + String(scaled) }
        let text = String(repeating: "0", count: max(0, digits + 1 - String(scaled).count)) + String(scaled)
        return sign + text.dropLast(digits) + "." + text.suffix(digits)
    }
}

extension Ending {
    /// Whether the call ended without a failure from the user's point of view.
    fileprivate var impliesSuccess: Bool { reason == .completed || reason.isSettledByUser || reason == .cancelled }
}
