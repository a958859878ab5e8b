public import ArgumentParser
public import MediaEngine

extension AudioCodec: ExpressibleByArgument {}
