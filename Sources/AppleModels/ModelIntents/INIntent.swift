public import Foundation

/// Something a person wants done.
open class INIntent: NSObject {}
