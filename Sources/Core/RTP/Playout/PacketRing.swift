/// Packets waiting to be played, found by their extended sequence number.
///
/// The payloads' storage is kept when a slot is used again, so nothing is allocated once each slot has been filled.
struct PacketRing: Sendable {
    /// 2.56 s of 20 ms packets: more than the longest delay plus any stall worth playing. A power of two.
    static let capacity = 128

    struct Slot: Sendable {
        /// Negative when empty; sequence numbers start at zero and only grow.
        var number: Int64 = .min
        /// Extended. Of no meaning for a telephone event.
        var timestamp: Int64 = 0
        var isAudio = true
        var packet = JitterBuffer.Packet()
    }

    private var slots = [Slot](repeating: Slot(), count: capacity)
    private(set) var count = 0

    private static func index(_ number: Int64) -> Int { Int(number & Int64(capacity - 1)) }

    func holds(_ number: Int64) -> Bool { slots[Self.index(number)].number == number }

    func isAudio(_ number: Int64) -> Bool { slots[Self.index(number)].isAudio }

    func timestamp(_ number: Int64) -> Int64 { slots[Self.index(number)].timestamp }

    func packet(_ number: Int64) -> JitterBuffer.Packet { slots[Self.index(number)].packet }

    mutating func insert(
        _ number: Int64, timestamp: Int64, isAudio: Bool, header: RTPHeader, payload: UnsafeRawBufferPointer
    ) {
        let index = Self.index(number)
        if slots[index].number == .min { count += 1 }
        slots[index].number = number
        slots[index].timestamp = timestamp
        slots[index].isAudio = isAudio
        slots[index].packet.header = header
        slots[index].packet.payload.removeAll(keepingCapacity: true)
        if isAudio { slots[index].packet.payload.append(contentsOf: payload) }
    }

    mutating func remove(_ number: Int64) {
        let index = Self.index(number)
        guard slots[index].number == number else { return }
        slots[index].number = .min
        count -= 1
    }

    mutating func removeAll() {
        for index in slots.indices { slots[index].number = .min }
        count = 0
    }
}
