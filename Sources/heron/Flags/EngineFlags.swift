public import ArgumentParser
public import Heron

/// Every flag of the engine.
struct EngineFlags: FlagGroup {
  @OptionGroup(title: "Admission") var admission: AdmissionFlags
  @OptionGroup(title: "Retrying") var retrying: RetryFlags
  @OptionGroup(title: "Origins") var origins: OriginFlags
  @OptionGroup(title: "Time") var time: TimeFlags
  @OptionGroup(title: "Size of messages") var messages: MessageFlags
  @OptionGroup(title: "Size of pictures") var pictures: PictureFlags
}

extension Configuration.Profile: ExpressibleByArgument {}
