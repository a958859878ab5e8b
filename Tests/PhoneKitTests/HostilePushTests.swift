import CallModel
import DeviceModel
import DeviceRuntime
import Foundation
import PhoneCore
import PhoneKit
import PushPayload
import Testing
import WireJSON

/// Pushes that no sender of ours writes, by the thousand, at whatever the phone is doing.
@MainActor
@Suite struct HostilePushTests {
    private static let pushCount = 600

    /// The strict phone excuses nothing: on it every single push must have been reported when the method returned.
    @Test(arguments: [
        (DeviceProfile.strict, UInt64(1)), (.strict, 2), (.strict, 3), (.ios16, 4), (.ios18, 5), (.ios26, 6),
        (.ios26p4, 7), (.ios27, 8),
    ])
    func `no push goes without its report, and the process is never killed`(
        profile: DeviceProfile, seed: UInt64
    ) async {
        let phone = PhoneUnderTest(profile, seed: seed)
        var pushes = HostilePushes(seed: seed)
        var rings = 0
        var beforeFirstUnlock = 0
        for _ in 0..<Self.pushCount {
            if phone.device.machine.lock == .beforeFirstUnlock { beforeFirstUnlock += 1 }
            await phone.device.push(json: pushes.next())
            if phone.device.screen.contains(where: { $0.stage == .ringing }) { rings += 1 }
            await act(pushes.below(40), on: phone.device)
            if pushes.below(4) == 0 { await phone.device.advance(by: .milliseconds(pushes.below(9_000))) }
            guard phone.device.violations == 0, deaths(of: phone.device).isEmpty else { break }
        }
        await phone.device.advance(by: .seconds(90))
        #expect(phone.device.violations == 0)
        #expect(deaths(of: phone.device).isEmpty)
        #expect(phone.device.hazards == [])
        let reboots = phone.device.terminations.count
        #expect((reboots...reboots + 1).contains(phone.processes.count))
        #expect(phone.device.screen.filter { $0.stage == .ringing } == [])
        #expect(rings > Self.pushCount / 20, "hardly anything rang: nothing was met")
        #expect(reboots > 0 && beforeFirstUnlock > 0, "before the first unlock nothing was met")
        phone.device.dropProcess()
    }

    /// Ends of the process that the person did not bring about.
    private func deaths(of device: ModelDevice) -> [TerminationReason] {
        device.terminations.map(\.reason).filter { $0 != .reboot }
    }

    /// What the person does meanwhile.
    private func act(_ action: Int, on device: ModelDevice) async {
        let isRinging = device.screen.contains { $0.stage == .ringing }
        switch action {
        case 0 where isRinging: await device.answer()
        case 1 where isRinging: await device.decline()
        case 2: await device.lock()
        case 3: await device.unlock()
        case 4: await device.openApp()
        case 5: await device.leaveApp()
        case 6: await device.advance(by: .seconds(70))
        case 7 where device.machine.lock == .unlocked: await device.reboot()
        default: break
        }
    }

    @Test(arguments: [UInt64(11), 12, 13, 14])
    func `with a payload that is not JSON the report still comes first`(seed: UInt64) async {
        let outside = RecordingPorts()
        let shell = PhoneShell(Phone(), ports: outside.ports, clock: StillClock())
        shell.send(.launched(Launch(.none)))
        var pushes = HostilePushes(seed: seed)
        var named = 0
        for number in 0..<1_000 {
            let push = IncomingPush(JSONValue(property: pushes.nextOdd()))
            if push.namesCall { named += 1 }
            let before = outside.orders.count
            shell.deliver(
                VoIPPush(
                    push, mustReport: true, now: WallTime(milliseconds: 1_700_000_000_000),
                    spare: CallUUID(.random(high: seed, low: UInt64(number))))
            ) {}
            let orders = outside.orders.dropFirst(before)
            guard let first = orders.first, ["report announce", "report again", "report throwaway"].contains(first)
            else {
                Issue.record("seed \(seed), push \(number): \(orders.first ?? "nothing") came first")
                return
            }
        }
        #expect(named > 100)
    }
}
