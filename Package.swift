// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "heron",
  products: [
    .library(name: "Heron", targets: ["Heron"]),
    .library(name: "HeronEngine", targets: ["HeronEngine"]),
    .library(name: "HeronCurl", targets: ["HeronCurl"]),
    .library(name: "HeronCodecs", targets: ["HeronCodecs"]),
    .library(name: "HeronTesting", targets: ["HeronTesting"]),
    .executable(name: "heron", targets: ["heron"]),
    .executable(name: "heron-bench", targets: ["heron-bench"]),
  ],
  // The parts that a package can be built without. The disk cache's room is still to come; its name stands already, so
  // that a manifest which turns it off goes on working when it does.
  traits: [
    .trait(name: "JPEG", description: "Decode JPEG, by libjpeg-turbo."),
    .trait(name: "WebP", description: "Decode WebP, by libwebp."),
    .trait(name: "Store", description: "Cache responses on disk, by SQLite."),
    .default(enabledTraits: ["JPEG", "WebP", "Store"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.0"),
    .package(url: "https://github.com/apple/swift-asn1", from: "1.7.0"),
    .package(url: "https://github.com/apple/swift-certificates", from: "1.21.0"),
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-crypto", from: "4.5.0"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.0"),
    .package(url: "https://github.com/apple/swift-nio", from: "2.101.0"),
    .package(url: "https://github.com/apple/swift-nio-http2", from: "1.46.0"),
    .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.0"),
  ],
  targets: [
    .systemLibrary(name: "CCurl", pkgConfig: "libcurl", providers: [.apt(["libcurl4-openssl-dev"])]),
    .systemLibrary(name: "CJPEG", pkgConfig: "libjpeg", providers: [.apt(["libjpeg-dev"])]),
    .systemLibrary(name: "CMalloc"),
    .systemLibrary(name: "CPNG", pkgConfig: "libpng", providers: [.apt(["libpng-dev"])]),
    .systemLibrary(name: "CWebP", pkgConfig: "libwebp libwebpdemux", providers: [.apt(["libwebp-dev"])]),
    .systemLibrary(name: "CYAML", pkgConfig: "yaml-0.1", providers: [.apt(["libyaml-dev"])]),

    .target(
      name: "HeronEngine",
      dependencies: [
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HeapModule", package: "swift-collections"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .target(name: "HeronCurl", dependencies: ["HeronEngine", "CCurl"], swiftSettings: strict),
    .target(
      name: "HeronCodecs",
      dependencies: [
        "HeronEngine", "CPNG", .target(name: "CJPEG", condition: .when(traits: ["JPEG"])),
        .target(name: "CWebP", condition: .when(traits: ["WebP"])),
      ],
      swiftSettings: strict),
    .target(name: "HeronTesting", dependencies: ["HeronEngine"], swiftSettings: strict),
    .target(
      name: "Heron",
      dependencies: ["HeronEngine", "HeronCurl", "HeronCodecs", .product(name: "Logging", package: "swift-log")],
      swiftSettings: strict),
    .target(
      name: "HeronScenarios",
      dependencies: [
        "Heron", "HeronTesting", "CYAML",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTP2", package: "swift-nio-http2"),
        .product(name: "NIOHPACK", package: "swift-nio-http2"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      resources: [
        .embedInCode("Reporting/report.html"), .embedInCode("Reporting/report.css"),
        .embedInCode("Reporting/report.js"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "heron",
      dependencies: [
        "Heron", "HeronCodecs", "HeronCurl", "HeronScenarios",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Logging", package: "swift-log"),
      ],
      swiftSettings: strict),
    .executableTarget(
      name: "heron-bench",
      dependencies: [
        "Heron", "HeronCodecs", "HeronCurl", "HeronScenarios", "CMalloc",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ],
      swiftSettings: strict),

    .testTarget(name: "HeronEngineTests", dependencies: ["HeronEngine", "HeronTesting"], swiftSettings: strict),
    .testTarget(name: "HeronCurlTests", dependencies: ["HeronCurl"], swiftSettings: strict),
    .testTarget(
      name: "HeronCodecsTests",
      dependencies: ["HeronCodecs", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: strict),
    .testTarget(
      name: "ScenarioTests",
      dependencies: ["HeronScenarios", "HeronEngine", "Heron", "HeronCodecs", "HeronCurl"],
      swiftSettings: strict),
    .testTarget(
      name: "CommandTests",
      dependencies: ["heron", "Heron", "HeronCodecs", "HeronCurl", "HeronScenarios"],
      swiftSettings: strict),
    .testTarget(name: "BenchTests", dependencies: ["heron-bench"], swiftSettings: strict),
    .testTarget(name: "HouseTests", swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6]
)
