internal import CallModel
internal import ExchangeCarrier
internal import ExchangeStorage
internal import PushPayload
internal import RingCore

/// Pushes of ring sessions.
struct RingPushes: RingPusher {
    let pushes: CallPushes?
    let book: DeviceBook
    let store: any RingStore
    let clock: any RingClock

    func push(_ push: RingPush, of session: CallSessionID, to device: DeviceID, round: RingRound) async {
        guard let pushes, let reach = book.device(device) else { return }
        // Without the caller's name it rings all the same.
        let caller = (try? store.caller(of: session)) ?? nil
        let stored = (try? store.session(session)) ?? nil
        let shown = stored?.isReversed == true ? caller?.reversed : caller
        let provider = stored?.parent.carrierID.provider ?? SignalingProvider.exchange
        let news: CallPushes.News =
            switch push {
            case .ring(let deadline):
                .ring(until: WallTime(deadline), provider: provider, now: WallTime(clock.now))
            case .cancel(let reason): .over(reason.endReason, now: WallTime(clock.now))
            }
        await pushes.send(
            news, of: session, round: round, organization: stored?.organization.rawValue,
            caller: shown ?? RingCaller(), to: reach)
    }
}

extension WallTime {
    /// A moment since 1970.
    init(_ moment: Duration) {
        let (seconds, attoseconds) = moment.components
        self.init(milliseconds: seconds * 1_000 + attoseconds / 1_000_000_000_000_000)
    }
}
