package phrase

// Why a thread is suggested next.
var (
	NextReminder    = say0("next.reminder", "a reminder for it is due")
	NextQuietResume = say1[int]("next.quiet_resume", "quiet for {n:day}; the next step is written down")
	NextQuiet       = say1[int]("next.quiet", "quiet for {n:day}")
	NextResume      = say0("next.resume", "the next step is written down")
	NextPinned      = say0("next.pinned", "its project is pinned")
	NextNewest      = say0("next.newest", "it is the newest")
	NextNothing     = say0("next.nothing", "there is nothing else to take up right now")
)
