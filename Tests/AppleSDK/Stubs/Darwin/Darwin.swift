@_exported public import Glibc

/// Header-shaped: what the phone uses of Darwin and Linux does not have. As at Apple's, Foundation brings it along: `check`
/// adds this import to each of Foundation. Source: fcntl.h of Darwin.
public let F_FULLFSYNC: Int32 = 51
