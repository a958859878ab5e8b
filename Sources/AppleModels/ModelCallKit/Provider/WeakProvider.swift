/// A provider that only the app keeps.
struct WeakProvider {
    weak var provider: CXProvider?

    init(_ provider: CXProvider) {
        self.provider = provider
    }
}
