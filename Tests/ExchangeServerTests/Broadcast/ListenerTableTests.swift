import Broadcast
import ExchangeServer
import NIOCore
import Testing

/// Waiting messages reach their listeners, and not those who take their places later.
@Suite struct ListenerTableTests {
    /// Listeners by name, each with the texts it was handed.
    private final class Hall {
        private(set) var frameReceived: [String: [String]] = [:]
        private(set) lazy var listenerTable = ListenerTable<String> { [unowned self] listener, frames in
            frameReceived[listener, default: []] += Self.texts(in: frames)
        }

        func gather(_ text: String, for ids: [BroadcastConnectionID], except: BroadcastConnectionID? = nil) {
            _ = listenerTable.gather(Array(text.utf8), for: ids, except: except)
        }

        func add(_ name: String) -> BroadcastConnectionID { listenerTable.add(name) }
        func leave(_ id: BroadcastConnectionID) { listenerTable.leave(id) }
        func distribute() { listenerTable.distribute() }

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
        let (alice, carol) = (hall.add("alice"), hall.add("carol"))
        hall.gather("for alice and carol alone", for: [alice, carol])
        hall.leave(alice)
        #expect(hall.add("bob") == alice, "the seat is given again")
        hall.gather("for bob", for: [alice])
        hall.distribute()
        #expect(hall.frameReceived["bob"] == ["for bob"])
        #expect(hall.frameReceived["carol"] == ["for alice and carol alone"])
    }

    @Test func `what follows to the same listeners leaves as one, and in order`() {
        let hall = Hall()
        let (alice, bob) = (hall.add("alice"), hall.add("bob"))
        hall.gather("1", for: [alice, bob])
        hall.gather("2", for: [alice, bob])
        #expect(hall.frameReceived.isEmpty)
        hall.gather("3", for: [alice, bob], except: alice)
        #expect(hall.frameReceived == ["alice": ["1", "2"], "bob": ["1", "2"]])
        hall.distribute()
        #expect(hall.frameReceived == ["alice": ["1", "2"], "bob": ["1", "2", "3"]])
    }

    @Test func `a batch that grows large does not wait`() {
        let hall = Hall()
        let alice = hall.add("alice")
        let text = String(repeating: "x", count: 100)
        for _ in 0..<(ListenerTable<String>.batchBytesMax / 102) { hall.gather(text, for: [alice]) }
        #expect(hall.frameReceived.isEmpty)
        hall.gather(text, for: [alice])
        #expect(hall.frameReceived["alice"]?.isEmpty == false)
    }
}
