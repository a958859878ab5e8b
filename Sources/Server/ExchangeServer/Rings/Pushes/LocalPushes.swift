internal import CallModel
internal import ExchangeCore
internal import ExchangeStorage
internal import PushPayload

/// Pushes of calls between users of the exchange. Lives on its event loop.
final class LocalPushes: DevicePusher {
    private let pushes: CallPushes
    private let book: DeviceBook
    private let memberships: Memberships
    private let clock: RunClock

    init(_ pushes: CallPushes, _ book: DeviceBook, _ memberships: Memberships, _ clock: RunClock) {
        self.pushes = pushes
        self.book = book
        self.memberships = memberships
        self.clock = clock
    }

    func wakeableDevices(of user: UserID) -> [DeviceID] {
        book.devices(of: user).filter { !$0.tokens.isEmpty }.map(\.name)
    }

    func push(_ push: DevicePush, to device: DeviceID, of user: UserID) {
        guard let reach = book.device(device, of: user) else { return }
        let (pushes, memberships, now) = (pushes, memberships, wall(clock.now))
        switch push {
        case .ring(let ring):
            let caller = RingCaller(
                number: ring.callerNumber, name: ring.callerName, dialled: ring.dialled, user: ring.caller)
            let deadline = wall(ring.deadline)
            Task {
                let organization = await memberships.shared(ring.organization, with: user)
                await pushes.send(
                    .ring(until: deadline, provider: SignalingProvider.exchange, now: now), of: ring.session,
                    organization: organization, caller: caller, to: reach)
            }
        case .over(let session, let ending):
            Task {
                await pushes.send(
                    .over(ending.reason, now: now), of: session, organization: nil, caller: RingCaller(), to: reach)
            }
        }
    }

    private func wall(_ moment: Duration) -> WallTime {
        WallTime(milliseconds: clock.wall.microseconds(at: moment) / 1_000)
    }
}
