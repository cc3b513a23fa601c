@_exported public import HeronEngine
