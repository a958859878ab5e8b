import CarillonRTC
import PhoneCore

/// One signalling call, and those who listen to it.
@MainActor
final class Line {
    let id: LineID
    let registration: RegistrationID
    let call: Call
    private var listeners: [Task<Void, Never>] = []

    init(_ id: LineID, _ registration: RegistrationID, _ call: Call) {
        self.id = id
        self.registration = registration
        self.call = call
    }

    /// Listens from now on. The handlers are called in order; nothing of the line is kept alive by it.
    func listen(
        events: @escaping @MainActor (Call.Event) -> Void, quality: @escaping @MainActor (CallQuality) -> Void
    ) {
        let all = call.events
        let measured = call.quality
        listeners = [
            Task { for await event in all { events(event) } },
            Task { for await report in measured { quality(report) } },
        ]
    }

    deinit {
        for listener in listeners { listener.cancel() }
    }
}
