import CallModel
import PhoneCore
import Redaction

extension PhoneEffect {
    /// As a transcript shows it; `nil` for what transcripts leave out: news, records, logs, deadlines, settlements.
    var text: String? {
        switch self {
        case .report(let order): order.text
        case .complete(let id, .fulfilled): "fulfil \(Names.text(id))"
        case .complete(let id, .failed): "fail \(Names.text(id))"
        case .request(let id, let actions):
            "request \(id.verb.rawValue) \(Names.text(id.call)): \(actions.map(\.text).joined(separator: ", "))"
        case .line(let order): order.text
        case .signaling(.connect(let registration, let login)):
            "connect \(registration)" + (login?.edge.map { " via \($0)" } ?? "")
        case .signaling(.disconnect(let registration)): "disconnect \(registration)"
        case .audio(.start(let line)): "sound \(Names.text(line))"
        case .audio(.stop): "silence"
        case .audio(.speaker(let isOn)): isOn ? "speaker on" : "speaker off"
        case .audio(.prefer(let output)): output.map { "prefer \($0.id.revealed)" } ?? "prefer nothing"
        case .audio(.configure): "configure audio"
        case .audio(.haptic): "haptic"
        case .notification(let order): order.text
        case .signaling(.renew(let registration)): "renew \(registration)"
        case .upload(let message): message.token == nil ? "upload no token" : "upload token"
        case .pushKeys(let decision): "push keys: \(decision)"
        case .uploadAlertToken: "upload alert token"
        case .askOutcome(let id, _, _): "ask outcome \(Names.text(id))"
        case .askRing(let request): "ask \(request.kind.rawValue) \(Names.text(request.call))"
        case .listen(let isOn): isOn ? "listen" : "rest"
        case .organizations(let decision): "organizations: \(decision)"
        case .session(let decision): "session: \(decision)"
        case .fetchCredentials: "fetch credentials"
        case .signOut(let step): "sign out: \(step)"
        case .keepAwake(let isOn): isOn ? "keep awake" : "let sleep"
        case .store, .startTimer, .stopTimer, .settle, .publish, .prepare, .log: nil
        }
    }
}

extension ReportOrder {
    var text: String {
        switch self {
        case .incoming(let id, let display, let purpose):
            "\(purpose.rawValue) \(Names.text(id))" + (purpose == .announce ? display.text : "")
        case .updated(let id, let display): "update \(Names.text(id))\(display.text)"
        case .ended(let id, let reason): "ended \(Names.text(id)) \(reason.rawValue)"
        case .connecting(let id): "connecting \(Names.text(id))"
        case .connected(let id): "connected \(Names.text(id))"
        }
    }
}

extension CallDisplay {
    fileprivate var text: String {
        let number =
            switch handle {
            case .phoneNumber(let number): number.revealed
            case .generic(let text): text.revealed.isEmpty ? "unknown" : text.revealed
            }
        return " \(number)" + (name.map { " \($0.revealed)" } ?? "")
    }
}

extension SystemAction {
    var text: String {
        switch self {
        case .start(let id, _): "start \(Names.text(id))"
        case .answer(let id): "answer \(Names.text(id))"
        case .end(let id): "end \(Names.text(id))"
        case .hold(let id, let isOn): "\(isOn ? "hold" : "resume") \(Names.text(id))"
        case .mute(let id, let isOn): "\(isOn ? "mute" : "unmute") \(Names.text(id))"
        case .digits(let id, let digits): "digits \(Names.text(id)) \(digits.revealed)"
        case .group(let id): "group \(Names.text(id))"
        }
    }
}

extension DialSettings {
    /// What goes with a call; nothing where nothing does.
    var text: String {
        var words: [String] = []
        if let callerName { words.append("as \(callerName.revealed)") }
        if let callerID { words.append("from \(callerID.revealed)") }
        words += headers.map { "\($0.name)=\($0.value.revealed)" }
        if let clientState { words.append("state \(clientState.revealed)") }
        words += codecs.map(\.rawValue)
        return words.isEmpty ? "" : " (\(words.joined(separator: ", ")))"
    }
}

extension LineOrder {
    var text: String {
        switch self {
        case .dial(let line, let organization, let party):
            "\(Names.text(line)): dial \(party.destination.text.revealed) by \(organization)\(party.settings.text)"
        case .answer(let line): "\(Names.text(line)): answer"
        case .decline(let line, let isBusy): "\(Names.text(line)): \(isBusy ? "busy" : "decline")"
        case .hangUp(let line): "\(Names.text(line)): hang up"
        case .hold(let line, let isOn): "\(Names.text(line)): \(isOn ? "hold" : "resume")"
        case .mute(let line, let isOn): "\(Names.text(line)): \(isOn ? "mute" : "unmute")"
        case .digits(let line, let digits): "\(Names.text(line)): digits \(digits.revealed)"
        case .transfer(let line, let target): "\(Names.text(line)): transfer to \(target.revealed)"
        case .restartMedia(let line): "\(Names.text(line)): restart media"
        }
    }
}

extension NotificationOrder {
    var text: String? {
        switch self {
        case .missed(let id, _, let isBusy): "notify missed \(Names.text(id))" + (isBusy ? ", busy" : "")
        case .dropped(let id, _): "notify dropped \(Names.text(id))"
        case .unlockNeeded(let id): "notify unlock \(Names.text(id))"
        case .remove(let id): "withdraw \(Names.text(id))"
        case .removeAlert: nil  // Said of every call that is taken or ends.
        case .askShown: nil  // The script answers it.
        }
    }
}
