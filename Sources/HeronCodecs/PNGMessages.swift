import CPNG

extension cpng_messages {
  /// libpng's error, with the warning that came before it.
  var description: String {
    withUnsafePointer(to: self) { messages in
      let error = String(cString: cpng_error_text(messages))
      let warning = String(cString: cpng_warning_text(messages))
      let told = error.isEmpty ? "libpng could not begin" : error
      return warning.isEmpty ? told : "\(told) (after: \(warning))"
    }
  }
}
