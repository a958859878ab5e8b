#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// One input; the result is always 0.
public typealias FuzzTarget = @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt

/// libFuzzer's own loop, which reads the command line. SwiftPM names the entry point of an executable itself, so
/// libFuzzer's `main` cannot be it.
@_silgen_name("LLVMFuzzerRunDriver")
private func runDriver(
    _ count: UnsafeMutablePointer<CInt>,
    _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _ target: FuzzTarget
) -> CInt

/// Feeds a target until a limit of the command line is reached or it fails.
public func run(_ target: FuzzTarget) -> Never {
    var count = CommandLine.argc
    var arguments = CommandLine.unsafeArgv
    exit(runDriver(&count, &arguments, target))
}
