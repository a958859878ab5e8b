public import PhoneCore

/// What the phone and its adapters write.
nonisolated extension PhoneLogger: LogPort {
    nonisolated public func write(_ line: PhoneLog) {
        switch line {
        case .thrownAway(let call, let cause):
            write(.notice, .push, "reported and ended at once: \(cause)", about: LogContext(call: call))
        case .reportRefused(let call, let refusal):
            write(.warning, .calls, "the system refused to ring: \(refusal)", about: LogContext(call: call))
        case .requestRefused(let request, let refusal):
            write(
                .warning, .calls, "the system refused to \(request.verb): \(refusal)",
                about: LogContext(call: request.call))
        case .actionTimedOut(let call):
            write(.error, .calls, "an action was not completed in time", about: LogContext(call: call))
        case .pairedByNumber(let call):
            write(.notice, .push, "a push was joined by its number alone", about: LogContext(call: call))
        case .farewellGivenUp(let call):
            write(.warning, .calls, "the exchange was not told that it is over", about: LogContext(call: call))
        }
    }

    nonisolated public func write(_ fault: PhoneFault) {
        write(fault.code.level, fault.code.category, "\(fault)")
    }
}

nonisolated extension PhoneFault.Code {
    fileprivate var category: LogCategory {
        switch self {
        case .audioCategory, .audioRoute: .audio
        case .recordUnreadable, .recordSchema, .recordNotWritten, .keychain, .pushKeys, .contacts: .store
        case .notice: .notices
        case .push: .push
        }
    }

    fileprivate var level: LogLevel {
        switch self {
        case .recordUnreadable, .recordSchema, .recordNotWritten, .audioCategory: .error
        case .audioRoute, .notice, .keychain, .pushKeys, .contacts, .push: .warning
        }
    }
}
