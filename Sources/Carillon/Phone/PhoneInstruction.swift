import Foundation

/// A command that a user types or a program writes, one per line.
package enum PhoneInstruction: Equatable, Sendable {
    case dial(String)
    case answer
    case decline
    case hangUp
    case hold
    case resume
    case mute
    case unmute
    case digits(String)
    case transfer(String)
    case restartMedia
    case play(String)
    case use(Int)
    case calls
    case help
    case quit

    package struct Problem: Error, Hashable {
        package let text: String

        package init(text: String) { self.text = text }
    }

    /// Reads a line; nil for an empty one.
    package init?(_ line: String) throws(Problem) {
        let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
        guard let verb = words.first else { return nil }
        let rest = words.dropFirst().joined(separator: " ")
        switch verb.lowercased() {
        case "dial", "d": self = .dial(try Self.required(rest, "dial NUMBER"))
        case "answer", "a": self = .answer
        case "decline", "x": self = .decline
        case "hang", "hangup", "b": self = .hangUp
        case "hold", "h": self = .hold
        case "resume", "r": self = .resume
        case "mute", "m": self = .mute
        case "unmute", "u": self = .unmute
        case "digits", "t": self = .digits(try Self.required(rest, "digits 0-9*#A-D"))
        case "transfer": self = .transfer(try Self.required(rest, "transfer NAME"))
        case "restart": self = .restartMedia
        case "play", "p": self = .play(try Self.required(rest, "play FILE.wav|tone:HERTZ|silence"))
        case "use":
            guard let number = Int(rest) else { throw Problem(text: "use NUMBER of a call") }
            self = .use(number)
        case "calls", "c": self = .calls
        case "help", "?": self = .help
        case "quit", "q": self = .quit
        default: throw Problem(text: "unknown command; try help")
        }
    }

    /// The name of the command in replies.
    package var name: String {
        switch self {
        case .dial: "dial"
        case .answer: "answer"
        case .decline: "decline"
        case .hangUp: "hang"
        case .hold: "hold"
        case .resume: "resume"
        case .mute: "mute"
        case .unmute: "unmute"
        case .digits: "digits"
        case .transfer: "transfer"
        case .restartMedia: "restart"
        case .play: "play"
        case .use: "use"
        case .calls: "calls"
        case .help: "help"
        case .quit: "quit"
        }
    }

    package static let manual: [(usage: String, meaning: String)] = [
        ("dial NUMBER", "place a call (d)"), ("answer", "answer the ringing call (a)"),
        ("decline", "decline the ringing call (x)"), ("hang", "end the call (b)"), ("hold", "hold the other side (h)"),
        ("resume", "talk again (r)"), ("mute", "send silence (m)"), ("unmute", "send sound again (u)"),
        ("digits 12#", "send digits (t)"), ("play FILE.wav|tone:HERTZ|silence", "send another sound (p)"),
        ("transfer NAME", "connect the other side to another user, and leave"),
        ("restart", "negotiate media again (ICE restart)"), ("calls", "list the calls (c)"),
        ("use NUMBER", "make another call the current one"), ("quit", "hang up and leave (q)"),
    ]

    private static func required(_ text: String, _ usage: String) throws(Problem) -> String {
        guard !text.isEmpty else { throw Problem(text: usage) }
        return text
    }
}

/// The lines of standard input, as they arrive.
struct StandardInputLines {
    /// Ends when standard input ends.
    let lines: AsyncStream<String>

    /// Starts a thread for the blocking reads, which lives as long as the process.
    init() {
        let (lines, continuation) = AsyncStream<String>.makeStream()
        self.lines = lines
        Thread.detachNewThread {
            while let line = readLine() { continuation.yield(line) }
            continuation.finish()
        }
    }
}
