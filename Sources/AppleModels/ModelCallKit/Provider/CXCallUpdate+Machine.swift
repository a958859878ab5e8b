internal import DeviceModel
internal import DeviceRuntime

extension CXCallUpdate {
    /// What was set, for the machine.
    func update(texts: inout TextBook) -> CallUpdate {
        var update = CallUpdate()
        if given.contains(.remoteHandle), let handle = remoteHandle {
            update.handle = texts.handle(kind: handle.type.rawValue, handle.value)
        }
        if given.contains(.localizedCallerName), let name = localizedCallerName { update.name = texts.text(name) }
        if given.contains(.supportsHolding) { update.supportsHolding = supportsHolding }
        if given.contains(.supportsGrouping) { update.supportsGrouping = supportsGrouping }
        if given.contains(.supportsDTMF) { update.supportsDigits = supportsDTMF }
        if given.contains(.hasVideo) { update.hasVideo = hasVideo }
        return update
    }
}

extension CXProviderConfiguration {
    /// What decides anything, for the machine.
    var machineValue: CallConfiguration {
        var value = CallConfiguration()
        value.groupsMax = maximumCallGroups
        value.callsPerGroupMax = maximumCallsPerCallGroup
        value.includesCallsInRecents = includesCallsInRecents
        value.supportsVideo = supportsVideo
        return value
    }
}

extension IncomingRefusal {
    /// The error an app is given.
    var error: any Error {
        if self == .missingBackgroundMode { return CXError(.missingVoIPBackgroundMode) }
        return CXErrorCodeIncomingCallError(.init(rawValue: code) ?? .unknown)
    }
}

extension RequestRefusal {
    /// The error an app is given.
    var error: any Error { CXErrorCodeRequestTransactionError(.init(rawValue: rawValue) ?? .unknown) }
}
