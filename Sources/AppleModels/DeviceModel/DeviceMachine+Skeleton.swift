extension DeviceMachine {
    mutating func handle(_ event: PushEvent, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ event: PersonEvent, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ event: CellularEvent, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ event: CallServicesEvent, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ event: LifeEvent, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ event: LockEvent, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ event: AudioEvent, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ request: PushRequest, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ request: CallRequest, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ request: AudioRequest, into effects: inout [DeviceEffect]) {}
    mutating func handle(_ request: ProcessRequest, into effects: inout [DeviceEffect]) {}
    mutating func checkReport(of push: PushID, into effects: inout [DeviceEffect]) {}
    mutating func connect(_ provider: ProviderID, into effects: inout [DeviceEffect]) {}
    mutating func endRinging(_ call: SystemCallID, into effects: inout [DeviceEffect]) {}
    mutating func timeOut(_ action: ActionID, into effects: inout [DeviceEffect]) {}
    mutating func endNeglected(_ call: SystemCallID, into effects: inout [DeviceEffect]) {}
    mutating func finishRemoval(_ call: SystemCallID) {}
    mutating func suspend(into effects: inout [DeviceEffect]) {}
    mutating func watchLaunch(into effects: inout [DeviceEffect]) {}
    mutating func expireBackgroundTasks(into effects: inout [DeviceEffect]) {}
    mutating func killForBackgroundTime(into effects: inout [DeviceEffect]) {}
}
