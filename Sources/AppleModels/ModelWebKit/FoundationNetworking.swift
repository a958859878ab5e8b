// On Linux `HTTPCookie` is in a module of its own; whoever imports WebKit sees it, as on Apple platforms.
@_exported public import FoundationNetworking
