import NIOSSL

/// A self-signed certificate for `localhost` and 127.0.0.1, valid for a century, and its key. Of no use outside tests.
enum TestCertificate {
    static let certificate = """
        -----BEGIN CERTIFICATE-----
        MIIBmjCCAUGgAwIBAgIUZS3tQIXNE0n/X76KPkqEDj9gOZYwCgYIKoZIzj0EAwIw
        FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMTA0MDMwOVoYDzIxMjYxMDI4
        MDQwMzA5WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAASEzq0d7BuX8AdOG8F4Cqi+qxwUBkK0ZY2VlwAMGGJ5kWWX93THFtuw
        Cn43ltQBPydEsXdvYNHFjiK6Dh34OonJo28wbTAdBgNVHQ4EFgQU9rX8SU9lMrLD
        fkm/C47CNhFCWmgwHwYDVR0jBBgwFoAU9rX8SU9lMrLDfkm/C47CNhFCWmgwDwYD
        VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
        zj0EAwIDRwAwRAIgR6OIciV1dPZwf+hExEkYnemEiS/Jl5ODzgKSE+qb5ggCIG6i
        F2L5Z2G8PRlsaPCBlbpKS9wL1eQ+RIyhDtmh73V8
        -----END CERTIFICATE-----
        """

    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgVylzycBCURxkfdbU
        IBzzTnLKkXSdJUtRt9MBcxFEGs+hRANCAASEzq0d7BuX8AdOG8F4Cqi+qxwUBkK0
        ZY2VlwAMGGJ5kWWX93THFtuwCn43ltQBPydEsXdvYNHFjiK6Dh34OonJ
        -----END PRIVATE KEY-----
        """

    static func serverContext() throws -> NIOSSLContext {
        let certificates = try NIOSSLCertificate.fromPEMBytes(Array(certificate.utf8)).map {
            NIOSSLCertificateSource.certificate($0)
        }
        let key = NIOSSLPrivateKeySource.privateKey(try NIOSSLPrivateKey(bytes: Array(key.utf8), format: .pem))
        return try NIOSSLContext(
            configuration: .makeServerConfiguration(certificateChain: certificates, privateKey: key))
    }
}
