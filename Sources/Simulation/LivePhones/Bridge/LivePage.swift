import Capacitor
public import DeviceRuntime
import Foundation
import WireJSON

/// The page of a live phone's app, with its script at the other end of a socket: what a Capacitor app's JavaScript asks
/// goes over the wire into the web view, and through the plugin's own table of methods to the phone's bridge.
///
/// The phone's time must pass meanwhile (``LivePhone/catchUp()``), as the app works only then.
public final class LivePage: OutsidePage {
    /// An order for the socket.
    public enum Output: Hashable, Sendable {
        case send(String)
        case close
    }

    /// The most messages and events that wait for the machine. A page that sends faster for long is cut off.
    private static let waitingCountMax = 1_024

    private let send: @Sendable (Output) -> Void
    private let inputs: AsyncStream<BridgeWire.Event>
    private let input: AsyncStream<BridgeWire.Event>.Continuation
    /// Distinguishes the calls of this page from those of one before it.
    private let name = UUID().uuidString

    /// - Parameter send: called in order, on any thread; must not wait.
    public init(send: @escaping @Sendable (Output) -> Void) {
        self.send = send
        (inputs, input) = AsyncStream.makeStream(bufferingPolicy: .bufferingOldest(Self.waitingCountMax))
    }

    /// The page sent a message.
    public func receive(_ text: String) { add(.received(text)) }

    /// The page's socket is closed.
    public func socketClosed() { input.finish() }

    /// Ends the page before it is loaded, for this reason.
    public func refuse(_ reason: String) {
        send(.send(BridgeWire.end(for: reason)))
        send(.close)
        input.finish()
    }

    /// Loads the page into the phone's web view, and returns when it is over or its socket is closed. To be called once.
    @MainActor
    public func run(on phone: LivePhone) async {
        guard let methods = phone.pluginMethods, phone.device.load(self) else {
            return refuse("the app shows no page now")
        }
        var wire = BridgeWire(plugin: LivePlugin.name, methods: methods)
        for await event in inputs { pass(event, to: &wire, on: phone.device) }
        phone.device.leave(self)
    }

    @MainActor
    private func pass(_ event: BridgeWire.Event, to wire: inout BridgeWire, on device: ModelDevice) {
        var effects: [BridgeWire.Effect] = []
        wire.handle(event, into: &effects)
        for effect in effects { perform(effect, on: device) }
    }

    @MainActor
    private func perform(_ effect: BridgeWire.Effect, on device: ModelDevice) {
        switch effect {
        case .call(let id, let method, let options):
            device.pageBegins(LivePlugin.name, method, json: Data(options.jsonText.utf8), as: "\(name) \(id)")
        case .listen(let isListening, let event): device.pageListens(isListening, to: event)
        case .send(let text): send(.send(text))
        case .close:
            send(.close)
            input.finish()
        }
    }

    private func add(_ event: BridgeWire.Event) {
        guard case .dropped = input.yield(event) else { return }
        input.finish()
        send(.close)
    }
}

/// Receives the reports of the web view, on the model's threads.
extension LivePage {
    public func received(_ event: String, data: String) { add(.told(event, Self.object(data))) }

    public func answered(_ callbackID: String, _ answer: PageAnswer) {
        let parts = callbackID.split(separator: " ")
        guard parts.count == 2, parts[0] == name, let id = Int64(parts[1]) else { return }
        let reply: BridgeReply =
            switch answer {
            case .resolved(let data): .resolved(Self.object(data))
            case .rejected(let message, let code, let data):
                .rejected(message: message, code: code, data: data.map(Self.object))
            }
        add(.answered(id, reply))
    }

    public func ended(_ end: PageEnd) {
        switch end {
        case .replaced: add(.ended("another page was loaded in its place"))
        case .processEnded: add(.ended("the app's process has ended, and the page with it"))
        }
    }

    /// The web view gives JSON objects only.
    private static func object(_ text: String) -> JSONObject { (try? JSONParser.parse(text: text))?.object ?? [:] }
}
