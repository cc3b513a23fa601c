/// What is wrong with a scenario's file, and where.
public struct ScriptError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The file, as it was named.
  public var file: String
  /// The line, from 1; 0 where there is none.
  public var line: Int
  /// The column, from 1.
  public var column: Int
  /// What was found and what was expected.
  public var message: String

  /// `dead-host.yaml:7:12: found '250', expected …`, as compilers have it.
  public var description: String { line > 0 ? "\(file):\(line):\(column): \(message)" : "\(file): \(message)" }
}
