/// stub
public actor MediaLoader {
  nonisolated func interestEnded(in load: LoadID?, priority: RequestPriority, as status: MediaLoad.Status) {}
  nonisolated func priorityChanged(in load: LoadID, from old: RequestPriority, to new: RequestPriority) {}
}
