/// A completion handler of a framework, which may be called anywhere and once, on its way to another isolation.
///
/// `@unchecked Sendable`: Objective-C's blocks say nothing of threads; the frameworks let theirs be called on any.
nonisolated struct SystemCompletion: @unchecked Sendable {
    let call: () -> Void

    init(_ call: @escaping () -> Void) {
        self.call = call
    }
}
