public import ArgumentParser
public import CarillonRTC
public import MediaEngine

extension Dialect: ExpressibleByArgument {}
extension AudioCodec: ExpressibleByArgument {}
extension ToneMethod: ExpressibleByArgument {}
