import CallModel
import CarillonRTC
import Clocks
import Foundation
import PhoneCore
import PhoneKit
import PushPayload
import Redaction
import WireJSON

/// Carries out the effects of ``DeviceChannel`` with sockets, requests and timers.
@MainActor
final class DeviceChannelListener {
    private weak var client: ExchangeClient?
    private var channel = DeviceChannel()
    private var connection: (any SignalingConnection)?
    private var reading: Task<Void, Never>?
    private var timers: [DeviceChannel.Timer: Task<Void, Never>] = [:]
    private let names = RandomUUIDs()
    private let elsewhere: CallsElsewhereReader

    init(_ client: ExchangeClient) {
        self.client = client
        elsewhere = CallsElsewhereReader(client)
    }

    deinit {
        connection?.close()
        reading?.cancel()
        for timer in timers.values { timer.cancel() }
    }

    func listen(_ isOn: Bool) { handle(.listen(isOn)) }

    private func handle(_ event: DeviceChannel.Event) {
        var effects: [DeviceChannel.Effect] = []
        channel.handle(event, into: &effects)
        for effect in effects { carryOut(effect) }
    }

    private func carryOut(_ effect: DeviceChannel.Effect) {
        switch effect {
        case .open: open()
        case .send(let text): connection?.send(text)
        case .close: close()
        case .authorize(let socket):
            Task { [weak self, client] in
                let (device, person) = (await client?.permit(for: socket), await client?.personPermit(for: socket))
                self?.handle(.authorized(socket: socket, device, person: person))
            }
        case .notify(let note): notify(note)
        case .notifyCall(let note): elsewhere.read(note)
        case .forgetCalls: elsewhere.forget()
        case .publishEmergencyNumbers(let numbers): client?.sink?.send(.credentials(.emergencyNumbers(numbers)))
        case .startTimer(let timer, let delay): start(timer, after: delay)
        case .stopTimer(let timer): timers.removeValue(forKey: timer)?.cancel()
        }
    }

    private func open() {
        close()
        guard let client, let url = client.channelAddress else { return handle(.closed) }
        let connection = client.link.settings.transport.open(url)
        self.connection = connection
        let events = connection.events
        reading = Task { [weak self] in
            for await event in events { self?.handle(event, from: connection) }
        }
    }

    private func close() {
        connection?.close()
        connection = nil
        reading = nil
    }

    private func handle(_ event: SocketEvent, from connection: any SignalingConnection) {
        guard connection === self.connection else { return }
        switch event {
        case .opened: break  // The exchange speaks first.
        case .text(let text): handle(.text(text))
        case .closed: handle(.closed)
        }
    }

    private func start(_ timer: DeviceChannel.Timer, after delay: Duration) {
        timers.removeValue(forKey: timer)?.cancel()
        guard let clock = client?.clock else { return }
        let deadline = clock.now + delay
        timers[timer] = Task { [weak self] in
            do { try await clock.wait(until: deadline) } catch { return }
            guard !Task.isCancelled else { return }
            self?.handle(.timerFired(timer))
        }
    }

    private func notify(_ note: DeviceChannel.Note) {
        guard let client, let state = RingUpdate.State(note, now: WallTime(client.clock.date)) else { return }
        let update = RingUpdate(
            note.session, round: note.round, organization: note.organization, provider: note.provider, state,
            spare: CallUUID(names.freshName()))
        client.sink?.send(.ringUpdate(update))
    }
}

extension RingUpdate.State {
    /// nil for an unknown state.
    fileprivate init?(_ note: DeviceChannel.Note, now: WallTime) {
        let left = note.until?.since(now) ?? .zero
        switch note.state {
        case "ringing": self = .ringing(left: left)
        case "ringing_again": self = .ringingAgain(left: left)
        case "answered_elsewhere": self = .answeredElsewhere(by: note.answeredBy)
        case "won": self = .won
        case "over": self = .over(EndReason(deviceReason: note.reason), by: note.answeredBy)
        default: return nil
        }
    }
}

extension ExchangeClient {
    /// The WebSocket address of the exchange's broadcasts.
    var channelAddress: SignalingURL? {
        guard let key = link.settings.broadcastKey, let host = link.settings.api.host() else { return nil }
        let isSecure = link.settings.api.scheme?.lowercased() == "https"
        let name = host.contains(":") && !host.hasPrefix("[") ? "[\(host)]" : host
        let port = link.settings.api.port.map { ":\($0)" } ?? ""
        return try? SignalingURL("\(isSecure ? "wss" : "ws")://\(name)\(port)/app/\(key)?protocol=7&client=carillon")
    }

    /// Asks the exchange to authorize a socket for this device's channel. The exchange itself names devices, with
    /// characters that a channel's name may have.
    func permit(for socket: String) async -> DeviceChannel.Permit? {
        guard let device = await sessions.device() else { return nil }
        return await permit(for: socket, on: "private-device.\(device)")
    }

    /// Asks the exchange to authorize a socket for the channel of the person, whose name may have any characters.
    func personPermit(for socket: String) async -> DeviceChannel.Permit? {
        guard let user = await sessions.user() else { return nil }
        return await permit(for: socket, on: "private-user.\(DeviceChannel.escaped(user.revealed))")
    }

    private func permit(for socket: String, on channel: String) async -> DeviceChannel.Permit? {
        let httpRequest = ExchangeRequest.post(
            "broadcasting/auth", ["socket_id": .string(socket), "channel_name": .string(channel)])
        guard let answer = await sessions.ask(httpRequest), answer.isSuccess, let auth = answer.body["auth"]?.string
        else {
            return nil
        }
        return DeviceChannel.Permit(channel: channel, auth: auth)
    }
}

extension DeviceChannel {
    /// Writes a name in the characters of a channel's: others become `=` and two hexadecimal digits a byte. Source:
    /// Documentation/Server.md, “Broadcasting”.
    package static func escaped(_ name: String) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        let kept = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-@,.;".utf8)
        let bytes = name.utf8.flatMap { byte in
            kept.contains(byte) ? [byte] : [UInt8(ascii: "="), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
