import Broadcast
import ExchangeServer
import NIOCore
import Testing

/// Waiting messages reach their listeners, and not those who take their places later.
@Suite struct ListenerTableTests {
    /// Listeners by name, each with the texts it was handed.
    private final class Hall {
        private(set) var heard: [String: [String]] = [:]
        private(set) lazy var seats = ListenerTable<String> { [unowned self] listener, frames in
            heard[listener, default: []] += Self.texts(in: frames)
        }

        func gather(_ text: String, for ids: [BroadcastConnectionID], except: BroadcastConnectionID? = nil) {
            _ = seats.gather(Array(text.utf8), for: ids, except: except)
        }

        func seat(_ name: String) -> BroadcastConnectionID { seats.seat(name) }
        func leave(_ id: BroadcastConnectionID) { seats.leave(id) }
        func distribute() { seats.distribute() }

        /// The texts of unmasked frames of less than 126 bytes.
        private static func texts(in frames: ByteBuffer) -> [String] {
            var (frames, texts) = (frames, [String]())
            while let head = frames.readBytes(length: 2), let text = frames.readString(length: Int(head[1])) {
                texts.append(text)
            }
            return texts
        }
    }

    @Test func `a listener in a reused place gets no messages of the one before`() {
        let hall = Hall()
        let (alice, carol) = (hall.seat("alice"), hall.seat("carol"))
        hall.gather("for alice and carol alone", for: [alice, carol])
        hall.leave(alice)
        #expect(hall.seat("bob") == alice, "the seat is given again")
        hall.gather("for bob", for: [alice])
        hall.distribute()
        #expect(hall.heard["bob"] == ["for bob"])
        #expect(hall.heard["carol"] == ["for alice and carol alone"])
    }

    @Test func `what follows to the same listeners leaves as one, and in order`() {
        let hall = Hall()
        let (alice, bob) = (hall.seat("alice"), hall.seat("bob"))
        hall.gather("1", for: [alice, bob])
        hall.gather("2", for: [alice, bob])
        #expect(hall.heard.isEmpty)
        hall.gather("3", for: [alice, bob], except: alice)
        #expect(hall.heard == ["alice": ["1", "2"], "bob": ["1", "2"]])
        hall.distribute()
        #expect(hall.heard == ["alice": ["1", "2"], "bob": ["1", "2", "3"]])
    }

    @Test func `a batch that grows large does not wait`() {
        let hall = Hall()
        let alice = hall.seat("alice")
        let text = String(repeating: "x", count: 100)
        for _ in 0..<(ListenerTable<String>.batchBytesMax / 102) { hall.gather(text, for: [alice]) }
        #expect(hall.heard.isEmpty)
        hall.gather(text, for: [alice])
        #expect(hall.heard["alice"]?.isEmpty == false)
    }
}
