import AVFoundation
import CallKit
import DeviceModel
import DeviceRuntime
import Foundation
import Synchronization
import Testing
import UIKit

@MainActor
@Suite struct AudioTests {
    private func phone(_ profile: DeviceProfile = .ios26) -> ModelDevice {
        ModelDevice.withCallApp(profile) {
            $0.onAction = { _, action in
                try? AVAudioSession.sharedInstance().setCategory(
                    .playAndRecord, mode: .voiceChat, options: [.allowBluetoothHFP])
                action.fulfill()
            }
        }
    }

    @Test func `C60: a session configured in the answer is activated after it`() async {
        let phone = phone()
        await phone.lock()
        await phone.push(.call())
        await phone.answer()
        await phone.advance(by: .seconds(1))
        let session = phone.asApp { AVAudioSession.sharedInstance() }
        #expect(session?.category == .playAndRecord)
        #expect(session?.mode == .voiceChat)
        #expect(session?.categoryOptions == .allowBluetoothHFP)
        #expect(phone.callApp?.heard.contains("activate") == true)
        await phone.endCall()
        await phone.advance(by: .seconds(1))
        #expect(phone.callApp?.heard.contains("deactivate") == true)
    }

    @Test func `C62: during a call no other category is taken`() async {
        let phone = phone()
        await phone.push(.call())
        await phone.answer()
        await phone.advance(by: .seconds(1))
        var code = 0
        phone.asApp {
            do { try AVAudioSession.sharedInstance().setCategory(.playback) } catch { code = (error as NSError).code }
        }
        #expect(code == AVAudioSession.ErrorCode.badParam.rawValue)
    }

    @Test func `C65: an override lasts until the next change of route, and each change is posted`() async throws {
        let phone = phone()
        await phone.push(.call())
        await phone.answer()
        await phone.advance(by: .seconds(1))
        let posted = Mutex<[String]>([])
        let center = try #require(phone.callApp?.context.notificationCenter)
        let token = center.addObserver(
            forName: AVAudioSession.routeChangeNotification, object: nil, queue: nil
        ) { note in
            let previous = note.userInfo?[AVAudioSessionRouteChangePreviousRouteKey] as? AVAudioSessionRouteDescription
            let reason = note.userInfo?[AVAudioSessionRouteChangeReasonKey] as? UInt
            let words = "\(previous?.outputs.first?.portType.rawValue ?? "?") \(reason ?? 99)"
            posted.withLock { $0.append(words) }
        }
        defer { center.removeObserver(token) }
        phone.asApp { try? AVAudioSession.sharedInstance().overrideOutputAudioPort(.speaker) }
        await phone.settle()
        #expect(output(of: phone) == .builtInSpeaker)
        await phone.route(.bluetoothHandsFree)
        #expect(output(of: phone) == .bluetoothHFP)
        await phone.route(.receiver)
        #expect(output(of: phone) == .builtInReceiver)
        #expect(posted.withLock { $0 } == ["Receiver 4", "Speaker 1", "BluetoothHFP 2"])
    }

    @Test func `C68: on a locked phone the person cannot be asked for the microphone`() async {
        let phone = phone()
        await phone.setMicrophone(.undetermined)
        await phone.lock()
        await phone.push(.call())
        let task = phone.asApp { Task { @MainActor in await AVAudioApplication.requestRecordPermission() } }
        await phone.settle()
        #expect(await task?.value == false)
        #expect(phone.asApp { AVAudioApplication.shared.recordPermission } == .undetermined)
    }

    @Test func `a haptic is felt, but not of a dead process`() async {
        let phone = phone()
        await phone.openApp()
        let generator = phone.asApp { UIImpactFeedbackGenerator(style: .light) }
        generator?.impactOccurred()
        #expect(phone.moments.last?.words == "the phone is felt: light")
        await phone.kill()
        let count = phone.moments.count
        generator?.impactOccurred()
        #expect(phone.moments.count == count)
    }

    private func output(of phone: ModelDevice) -> AVAudioSession.Port? {
        phone.asApp { AVAudioSession.sharedInstance().currentRoute.outputs.first?.portType } ?? nil
    }
}
