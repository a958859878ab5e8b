// is refused: public import of 'Foundation' was not used
public import Foundation

public final class Listener: NSObject {}
