import WireJSON

/// Where a phone's events go: lines for a person, or one JSON object a line for a program.
struct PhoneScreen: Sendable {
    enum Form: Sendable { case text, json }

    let form: Form
    let terminal: Terminal

    func show(_ event: PhoneEvent) {
        switch form {
        case .json: terminal.say(event.json.jsonText)
        case .text: if let line = event.line(on: terminal) { terminal.say(line) }
        }
    }
}
