/// One socket, for as long as it is open; the number of its place among all, which is used again afterwards.
public struct BroadcastConnectionID: Hashable, Sendable {
    public let place: Int32

    public init(place: Int32) {
        self.place = place
    }
}
