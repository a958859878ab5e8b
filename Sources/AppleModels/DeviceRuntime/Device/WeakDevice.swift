/// A phone that nobody is kept alive by.
struct WeakDevice: Sendable {
    private(set) weak var device: ModelDevice?

    init(_ device: ModelDevice?) {
        self.device = device
    }
}
