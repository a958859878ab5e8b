internal import DeviceModel

extension Diary {
    mutating func write(_ observation: NotificationObservation, at now: Duration, texts: TextBook) {
        switch observation {
        case .permissionAsked: note("the system asks whether the app may show notifications", at: now)
        case .shown(let notification, let isAudible):
            let words = "\(texts.text(notification.title)): \(texts.text(notification.body))"
            note("notification, \(isAudible ? "audible" : "silent"): \(words)", at: now)
        case .withdrawn(let id): note("notification gone: \(texts.text(TextID(id.value)))", at: now)
        case .badge(let number): note("the app's icon bears \(number)", at: now)
        case .tapLost: note("the app never hears of the tap", at: now)
        }
    }

    mutating func write(_ effect: WebEffect, at now: Duration, texts: TextBook) {
        switch effect {
        case .received(let message): pageReceived.append((texts.text(message.event), texts.text(message.data)))
        case .lost(let loss): note("lost on the way to the page: \(loss.words)", at: now)
        case .mediaStopped: note("the page's sound stops", at: now)
        case .answered(let call): pageAnswered.append(call)
        case .perform, .contentProcessTerminated: break
        }
    }
}

extension WebLoss {
    fileprivate var words: String {
        switch self {
        case .noBridge: "an event, there is no bridge"
        case .noListener: "an event, nobody listens"
        case .deadPage: "an event, the page is gone"
        case .deadCall: "an answer, the page is gone"
        case .tooManyRetained: "an event, too many are kept"
        }
    }
}
