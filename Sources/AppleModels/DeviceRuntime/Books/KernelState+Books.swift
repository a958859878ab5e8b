internal import DeviceModel

/// What the other books must hear of the process, the lock and the sound, and what follows from them.
extension KernelState {
    /// Uses one of the books.
    mutating func withNotifications(_ body: (inout NotificationBook, inout [NotificationEffect]) -> Void) {
        var effects: [NotificationEffect] = []
        body(&books.notifications, &effects)
        for effect in effects {
            switch effect {
            case .callback(let callback): deliver(.notification(callback))
            case .startTimer(let id, let delay):
                alarms.cancel(id)
                alarms.set(.notification(id), at: now + delay)
            case .stopTimer(let id): alarms.cancel(id)
            case .observe(let observation): diary.write(observation, at: now, texts: texts)
            }
        }
    }

    mutating func withPath(_ body: (inout PathBook, inout [PathEffect]) -> Void) {
        var effects: [PathEffect] = []
        body(&books.path, &effects)
        for effect in effects {
            switch effect {
            case .update(let monitor, let path): deliver(.path(monitor, path))
            case .startTimer(let timer, let delay):
                alarms.cancel(timer)
                alarms.set(.path(timer), at: now + delay)
            case .stopTimer(let timer): alarms.cancel(timer)
            }
        }
    }

    mutating func withSignIn(_ body: (inout SignInBook, inout [SignInEffect]) -> Void) {
        var effects: [SignInEffect] = []
        body(&books.signIn, &effects)
        for effect in effects {
            if effect == .sheetShown { diary.note("the sheet of Sign in with Apple is on screen", at: now) }
            deliver(.signIn(effect))
        }
    }

    mutating func withWeb(_ body: (inout WebBook, inout [WebEffect]) -> Void) {
        var effects: [WebEffect] = []
        body(&books.web, &effects)
        for effect in effects {
            diary.write(effect, at: now, texts: texts)
            deliver(.web(effect))
        }
    }

    private mutating func deliver(_ callback: BookCallback) {
        deliveries.add(.book(callback, to: machine.process.generation))
    }

    /// The process changed the way it runs.
    mutating func tellBooks(_ life: ProcessLife) {
        switch life {
        case .prewarmed: break
        case .launching: books.notifications.launchBegan()
        case .foreground, .background:
            let isForeground = life == .foreground
            withNotifications { book, effects in
                book.launchFinished(inForeground: isForeground, into: &effects)
                book.foregroundChanged(isForeground: isForeground)
            }
            withWeb { $0.foregroundChanged(isForeground: isForeground, into: &$1) }
            withPath { $0.resumed(into: &$1) }
        case .suspended: books.path.suspended()
        case .notRunning:
            books.notifications.processEnded()
            books.defaults.processEnded()
            books.signIn.processEnded()
            withPath { $0.processEnded(into: &$1) }
            withWeb { $0.processEnded(into: &$1) }
        }
    }

    /// The app is deleted from the phone.
    mutating func deleteApp() {
        books.keychain.appDeleted()
        books.files.appDeleted()
        books.defaults.appDeleted()
        withNotifications { $0.appDeleted(into: &$1) }
        withWeb { $0.appDeleted(into: &$1) }
    }

    /// What the machine's change of lock and sound means for the other books.
    mutating func tellBooks(lockBefore: LockState, activationBefore: AudioBook.Activation) {
        if lockBefore == .beforeFirstUnlock, machine.lock == .unlocked { books.defaults.unlockedFirst() }
        guard machine.audio.activation != activationBefore else { return }
        let isActive = machine.audio.activation == .callServices
        withWeb { $0.callAudioChanged(isActive: isActive, into: &$1) }
    }
}
