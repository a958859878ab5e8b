import Synchronization
import WireJSON

/// Where a phone's events go: lines for a person, or one JSON object a line for a program.
final class PhoneScreen: Sendable {
    enum Form: Sendable { case text, json }

    let form: Form
    let terminal: Terminal
    private let endsWithFleeting = Mutex(false)

    init(form: Form, terminal: Terminal) {
        self.form = form
        self.terminal = terminal
    }

    func show(_ event: PhoneEvent) {
        switch form {
        case .json: terminal.say(event.json.jsonText)
        case .text: if let line = event.line(on: terminal) { show(line, isFleeting: event.isFleeting) }
        }
    }

    /// The user typed a line: what was the last line is no longer.
    func scrolled() { endsWithFleeting.withLock { $0 = false } }

    /// On a terminal the last line is written anew without touching what is being typed below it.
    private func show(_ line: String, isFleeting: Bool) {
        let replaces = endsWithFleeting.withLock { endsWithFleeting in
            defer { endsWithFleeting = isFleeting }
            return endsWithFleeting && isFleeting && terminal.isColoured
        }
        let (save, up, clear, restore) = ("\u{1B}7", "\u{1B}[1A", "\r\u{1B}[2K", "\u{1B}8")
        if replaces { terminal.write(save + up + clear + line + restore) } else { terminal.say(line) }
    }
}
