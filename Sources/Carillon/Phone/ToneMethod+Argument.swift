public import ArgumentParser
public import CarillonRTC

extension ToneMethod: ExpressibleByArgument {}
