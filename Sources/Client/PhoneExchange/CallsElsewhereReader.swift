import CallModel
import PhoneCore
import PhoneKit
import PushPayload
import Redaction
import WireJSON

/// Tells the phone which calls other devices of the person have. The exchange's messages name devices of both sides by
/// their identifiers alone, so this reads which of them are the person's, and who the other side is.
///
/// Messages are read one after the other, because each may need an answer of the exchange.
@MainActor
final class CallsElsewhereReader {
    private enum Message {
        case changed(DeviceChannel.CallNote)
        case forgotten
    }

    /// The most messages that wait, more than the exchange sends at once; the oldest ones are dropped.
    private static let waitingMax = 1_024
    /// The most devices that are remembered as not the person's.
    private static let unknownDevicesMax = 64

    private weak var client: ExchangeClient?
    private var waiting: [Message] = []
    private var reading: Task<Void, Never>?
    private var devices: [String: RingDevice] = [:]
    private var unknownDevices: [String] = []

    init(_ client: ExchangeClient) {
        self.client = client
    }

    deinit { reading?.cancel() }

    func read(_ note: DeviceChannel.CallNote) { add(.changed(note)) }

    func forget() { add(.forgotten) }

    private func add(_ message: Message) {
        waiting.append(message)
        if waiting.count > Self.waitingMax { waiting.removeFirst() }
        guard reading == nil else { return }
        reading = Task { [weak self] in
            while await self?.readNext() == true {}
        }
    }

    private func readNext() async -> Bool {
        guard !waiting.isEmpty, let client, !Task.isCancelled else {
            reading = nil
            return false
        }
        switch waiting.removeFirst() {
        case .forgotten: client.sink?.send(.elsewhere(.forgotten))
        case .changed(let note):
            if let event = await event(note, client) { client.sink?.send(.elsewhere(event)) }
        }
        return true
    }

    private func event(_ note: DeviceChannel.CallNote, _ client: ExchangeClient) async -> CallsElsewhere.Event? {
        guard let device = note.device else { return note.isOver ? .settled(note.session) : nil }
        let id = RingDeviceID(device)
        if note.isOver { return .left(note.session, device: id) }
        guard note.isHad, !isOver(note.session) else { return nil }
        guard await client.sessions.device() != device else { return .settled(note.session) }
        guard let name = await name(of: device, client) else { return nil }
        var call = CallElsewhere(note.session, on: name, id: id)
        call.isHeld = note.state == "held"
        call.canTake = !note.isToNumber
        call.organization = note.organization
        return await client.describe(&call) ? .had(call) : nil
    }

    /// Whether a message that waits says that the call is over.
    private func isOver(_ session: CallSessionID) -> Bool {
        waiting.contains {
            guard case .changed(let note) = $0 else { return false }
            return note.session == session && note.device == nil && note.isOver
        }
    }

    /// The device's name; nil if it is not the person's. A device that signed in after the list was read is not in it.
    private func name(of device: String, _ client: ExchangeClient) async -> RingDevice? {
        if let name = devices[device] { return name }
        guard !unknownDevices.contains(device), let listed = await client.devices() else { return nil }
        devices = listed
        if devices[device] == nil {
            unknownDevices.append(device)
            if unknownDevices.count > Self.unknownDevicesMax { unknownDevices.removeFirst() }
        }
        return devices[device]
    }
}

extension ExchangeClient {
    /// The devices of the person, by their identifiers; nil if the exchange does not tell them now.
    fileprivate func devices() async -> [String: RingDevice]? {
        guard let answer = await sessions.ask(.get("api/devices")), answer.isSuccess,
            let listed = answer.body["devices"]?.array
        else { return nil }
        var devices: [String: RingDevice] = [:]
        for entry in listed.compactMap(\.object) {
            guard let id = entry["id"]?.string else { continue }
            devices[id] = RingDevice(name: entry["name"]?.string ?? "") ?? RingDevice(name: id)
        }
        return devices
    }

    /// Adds the other side of a call, as far as the exchange tells it.
    ///
    /// - Returns: false if the call is over.
    fileprivate func describe(_ call: inout CallElsewhere) async -> Bool {
        guard let answer = await sessions.ask(.get("api/voip/call-status/\(call.session)")), answer.isSuccess else {
            return true
        }
        guard StatusEnding(answer.body) == nil, answer.body["state"]?.string != "ringing" else { return false }
        call.direction = answer.body["direction"]?.string.flatMap(CallDirection.init(rawValue:))
        let side = call.direction == .outbound ? "called" : "caller"
        func text(_ key: String) -> Redacted<String>? {
            answer.body[key]?.string.flatMap { $0.isEmpty ? nil : Redacted($0) }
        }
        call.name = text("\(side)_name")
        call.party = text("\(side)_number")
        return true
    }
}
