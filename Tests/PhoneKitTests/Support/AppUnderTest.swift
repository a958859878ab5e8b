import DeviceModel
import DeviceRuntime

/// A modelled phone with one thing of the shell's on it, which is made at the launch, and open in the foreground.
@MainActor
final class AppUnderTest<Part: AnyObject> {
    let device: ModelDevice

    init(_ profile: DeviceProfile = .ios26p4, _ make: @escaping @MainActor (LaunchContext) -> Part) async {
        device = ModelDevice(profile: profile) { make($0) }
        await device.openApp()
    }

    /// Lets the part do something, as the app, and the phone answer.
    func order(_ body: (Part) -> Void) async {
        device.asApp { if let part = device.app as? Part { body(part) } }
        await device.advance(by: .milliseconds(100))
    }

    /// The same for something that waits.
    func task<Value: Sendable>(_ body: @escaping @MainActor (Part) async -> Value) async -> Value? {
        let box = Box<Value>()
        device.asApp {
            guard let part = device.app as? Part else { return }
            Task { @MainActor in box.value = await body(part) }
        }
        await device.advance(by: .milliseconds(100))
        return box.value
    }
}

@MainActor
final class Box<Value> {
    var value: Value?
}
