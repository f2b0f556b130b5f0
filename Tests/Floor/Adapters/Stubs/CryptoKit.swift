// Stands in for Apple's framework of this name: swift-crypto is the same code, made for other systems.

@_exported import Crypto
