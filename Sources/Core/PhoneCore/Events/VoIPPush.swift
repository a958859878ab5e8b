/// A VoIP push as it was delivered. What it says comes parsed; nothing was awaited since it arrived.
public struct VoIPPush: Hashable, Sendable {
    /// What it says.
    public var notice: PushNotice
    /// Whether the system demands a report before the delegate method returns. Always true before iOS 26.4.
    /// Source: C10.
    public var mustReport: Bool
    /// How long ago it was sent, by the wall clocks of sender and device; `nil` if it does not say.
    public var age: Duration?
    /// How long the exchange will go on ringing, by the wall clocks of both; negative when it has stopped, `nil` if the
    /// push does not say.
    public var ringLeft: Duration?
    /// A fresh random name, drawn by the shell, for a call that has to be reported and may not use its own.
    public var spare: CallUUID
    /// By which kind of push it came. One that did not wake the app never demands a report.
    public var way: PushWay

    /// A delivered push.
    public init(
        _ notice: PushNotice, mustReport: Bool = true, age: Duration? = nil, ringLeft: Duration? = nil,
        spare: CallUUID, way: PushWay = .voip
    ) {
        self.notice = notice
        self.mustReport = mustReport
        self.age = age
        self.ringLeft = ringLeft
        self.spare = spare
        self.way = way
    }
}
