// is refused: public import of 'Foundation' was not used
// Row P3 of found-by-trying.
public import Foundation

public final class Listener: NSObject {}
