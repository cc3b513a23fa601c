import ArgumentParser
import Heron

/// A group of options, each named like a flag of the engine's table, each nil where it is not given.
protocol FlagGroup: ParsableArguments {}

extension FlagGroup {
  /// The options of this group and those inside it: the flag's name, and its text where it is given.
  var options: [(name: String, text: String?)] {
    Mirror(reflecting: self).children.flatMap { child -> [(name: String, text: String?)] in
      if let group = child.value as? any NestedFlagGroup { return group.nestedOptions }
      guard let label = child.label, let option = child.value as? Option<String?> else { return [] }
      return [(flagName(ofProperty: label), option.wrappedValue)]
    }
  }

  /// Sets what is given, and holds the whole against the ranges.
  func apply(to configuration: inout Configuration) throws {
    do throws(ConfigurationError) {
      for (name, text) in options {
        guard let text else { continue }
        guard let flag = ConfigurationFlag.named(name) else { preconditionFailure("--\(name) is not in the table") }
        try flag.set(text, in: &configuration)
      }
      try configuration.validate()
    } catch {
      throw ValidationError(error.description)
    }
  }

  // `_maxActive`, as the property wrapper stores it, is `max-active`.
  private func flagName(ofProperty label: String) -> String {
    label.drop { $0 == "_" }.reduce(into: "") { name, letter in
      name += letter.isUppercase ? "-\(letter.lowercased())" : String(letter)
    }
  }
}

/// Lets a group find the groups inside it, whatever their type.
protocol NestedFlagGroup {
  var nestedOptions: [(name: String, text: String?)] { get }
}

extension OptionGroup: NestedFlagGroup where Value: FlagGroup {
  var nestedOptions: [(name: String, text: String?)] { wrappedValue.options }
}

extension ArgumentHelp {
  /// The help of a flag, from the engine's table, with the default of `heron load`.
  static func flag(_ name: String) -> ArgumentHelp {
    guard let flag = ConfigurationFlag.named(name) else { preconditionFailure("--\(name) is not in the table") }
    let value = flag.text(in: Configuration(.bulk))
    return ArgumentHelp("\(flag.summary) (default: \(value))", valueName: flag.kind.placeholder)
  }
}
