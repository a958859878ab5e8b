import Lab
import NIOCore
import NIOWebSocket
import Standins
import Synchronization
import WireJSON

/// Carries out the requests of pages that concern more than the timeline.
protocol LabHost: Sendable {
    /// - Throws: `LabError`, a sentence for the person.
    func perform(_ request: LabRequest) async throws(LabError) -> JSONObject
}

/// The pages that look at the Lab now: each has a WebSocket, and all see the same.
///
/// Whatever comes from a socket or a timer becomes an event in one stream, and one task handles the events in order.
final class LabPages: WebSocketOwner {
    static let subprotocol = "carillon-lab.1"
    /// How often updates are sent.
    static let pace: Duration = .milliseconds(16)
    /// A page that has this many bytes waiting does not read, and is disconnected.
    static let waitingBytesMax = 8 << 20
    /// The most pages.
    static let pagesMax = 32
    /// The most events that wait to be handled; more come only from a page that floods.
    private static let eventsMax = 10_000

    enum Event: Sendable {
        case opened(Int, any Channel)
        case received(Int, [UInt8])
        case answered(Int, [UInt8])
        case closed(Int)
        case tick
    }

    private let place = Mutex<LabOrigin?>(nil)
    private let events: AsyncStream<Event>
    private let out: AsyncStream<Event>.Continuation
    private let numbers = Atomic(0)
    private let recorder: LabRecorder
    private let facts: LabFacts
    private let host: any LabHost

    init(_ facts: LabFacts, _ recorder: LabRecorder, _ host: any LabHost) {
        self.facts = facts
        self.recorder = recorder
        self.host = host
        (events, out) = AsyncStream.makeStream(of: Event.self, bufferingPolicy: .bufferingOldest(Self.eventsMax))
    }

    /// Serves the pages until the task is canceled.
    func run() async {
        let ticker = Task { [out] in
            let clock = ContinuousClock()
            while !Task.isCancelled {
                // on purpose: an update is gathered for a frame of the page's screen
                do { try await clock.sleep(for: Self.pace) } catch { break }
                out.yield(.tick)
            }
        }
        var viewers = LabViewers(recorder, facts, host: host) { [out] in out.yield(.answered($0, $1)) }
        for await event in events { viewers.handle(event) }
        ticker.cancel()
        viewers.closeAll()
    }

    /// The names of the Lab, once it listens; nothing is accepted before.
    var origin: LabOrigin? {
        get { place.withLock { $0 } }
        set { place.withLock { $0 = newValue } }
    }

    // MARK: - Called on event loops

    func accepts(_ request: StandinRequest) -> [StandinHeader]? {
        guard request.path == "/socket",
            origin?.accepts(host: request.header("host"), origin: request.header("origin")) == true
        else { return nil }
        let asked = request.header("sec-websocket-protocol")?.split(separator: ",") ?? []
        let isNamed = asked.contains { $0.filter { $0 != " " } == Self.subprotocol }
        return isNamed ? [StandinHeader("sec-websocket-protocol", Self.subprotocol)] : nil
    }

    func nextNumber() -> Int { numbers.add(1, ordering: .relaxed).newValue }

    func opened(_ number: Int, _ channel: any Channel, _ request: StandinRequest) {
        let mark = ChannelOptions.Types.WriteBufferWaterMark(
            low: Self.waitingBytesMax / 4, high: Self.waitingBytesMax)
        _ = channel.setOption(.writeBufferWaterMark, value: mark)
        out.yield(.opened(number, channel))
    }

    func received(_ number: Int, _ bytes: [UInt8]) { out.yield(.received(number, bytes)) }

    func closed(_ number: Int) { out.yield(.closed(number)) }
}

/// The viewers of the Lab and their places in its updates. Only one task uses it.
struct LabViewers {
    /// The most requests of one page that are under way.
    private static let requestsMax = 64
    /// Counts are sent once in so many ticks, about a second.
    private static let ticksBetweenCounts = 60

    private struct Viewer {
        let channel: any Channel
        var isWhole = true
        var underWay = 0
    }

    private var viewers: [Int: Viewer] = [:]
    private var ticks = 0
    private let recorder: LabRecorder
    private let facts: LabFacts
    private let host: any LabHost
    private let answers: @Sendable (Int, [UInt8]) -> Void

    /// - Parameter answers: called with the number of a page and the text of an answer, when it is ready.
    init(
        _ recorder: LabRecorder, _ facts: LabFacts, host: any LabHost,
        answers: @escaping @Sendable (Int, [UInt8]) -> Void
    ) {
        self.recorder = recorder
        self.facts = facts
        self.host = host
        self.answers = answers
    }

    mutating func handle(_ event: LabPages.Event) {
        switch event {
        case .opened(let number, let channel): open(number, channel)
        case .received(let number, let bytes): receive(number, bytes)
        case .answered(let number, let text):
            viewers[number]?.underWay -= 1
            send(text, to: number)
        case .closed(let number): viewers[number] = nil
        case .tick: tick()
        }
    }

    func closeAll() {
        for viewer in viewers.values { viewer.channel.close(promise: nil) }
    }

    private mutating func open(_ number: Int, _ channel: any Channel) {
        guard viewers.count < LabPages.pagesMax else { return channel.close(promise: nil) }
        viewers[number] = Viewer(channel: channel)
        greet(number)
    }

    /// Sends a page everything, once all other pages have the same rows.
    private mutating func greet(_ number: Int) {
        viewers[number]?.isWhole = false
        let (update, timeline) = recorder.with { ($0.removeUpdate(), $0.timeline) }
        if let update { broadcast(update, next: timeline.next) }
        viewers[number]?.isWhole = true
        send(LabMessage.hello(facts, timeline, now: recorder.now), to: number)
    }

    private mutating func tick() {
        flush()
        ticks += 1
        guard ticks % Self.ticksBetweenCounts == 0, viewers.values.contains(where: { !$0.isWhole }) else { return }
        let now = recorder.now
        let text = recorder.with { LabMessage.counts($0.timeline, now: now) }
        for (number, viewer) in viewers where !viewer.isWhole { send(text, to: number) }
    }

    /// Sends the rows that were added since the last time.
    private func flush() {
        let (update, next) = recorder.with { ($0.removeUpdate(), $0.timeline.next) }
        if let update { broadcast(update, next: next) }
    }

    private func broadcast(_ update: LabUpdate, next: Int) {
        guard viewers.values.contains(where: \.isWhole) else { return }
        let text = LabMessage.batch(update, next: next, now: recorder.now)
        for (number, viewer) in viewers where viewer.isWhole { send(text, to: number) }
    }

    private func send(_ text: [UInt8], to number: Int) {
        guard let channel = viewers[number]?.channel else { return }
        guard channel.isWritable else { return channel.close(promise: nil) }
        let buffer = channel.allocator.buffer(bytes: text)
        channel.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: buffer), promise: nil)
    }
}

/// Requests.
extension LabViewers {
    private mutating func receive(_ number: Int, _ bytes: [UInt8]) {
        guard let viewer = viewers[number] else { return }
        guard let message = try? JSONParser.parse(bytes), let id = LabRequestReader.id(of: message) else {
            // Without a number there is nothing to answer to.
            return viewer.channel.close(promise: nil)
        }
        do throws(LabError) {
            guard viewer.underWay < Self.requestsMax else {
                throw LabError("More than \(Self.requestsMax) requests of this page are under way.")
            }
            try perform(try LabRequestReader.read(message), id, number)
        } catch {
            send(LabMessage.answer(id, .failure(error)), to: number)
        }
    }

    private mutating func perform(_ request: LabRequest, _ id: Int64, _ number: Int) throws(LabError) {
        switch request {
        case .watch(let isWhole):
            let isNew = isWhole && viewers[number]?.isWhole == false
            viewers[number]?.isWhole = isWhole
            send(LabMessage.answer(id, .success([:])), to: number)
            if isNew { greet(number) }
        case .range(let place, let count):
            let value = recorder.with { LabMessage.range(place, count, of: $0.timeline) }
            send(LabMessage.answer(id, .success(value)), to: number)
        default: hand(request, id, number)
        }
    }

    /// Lets the host carry out a request, which may take long.
    private mutating func hand(_ request: LabRequest, _ id: Int64, _ number: Int) {
        viewers[number]?.underWay += 1
        Task { [host, answers] in
            let result: Result<JSONObject, LabError>
            do throws(LabError) { result = .success(try await host.perform(request)) } catch {
                result = .failure(error)
            }
            answers(number, LabMessage.answer(id, result))
        }
    }
}
