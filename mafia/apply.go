package mafia

// apply makes a fact of e. The cases are spelled out so that the game behind g can
// stay on the stack of whoever asks: a call through the interface would move it.
// A new event gets its case here; a test holds the list to that of the codec.
func apply(g *Game, e Event) {
	switch e := e.(type) {
	case Dealt:
		e.apply(g)
	case Introduced:
		e.apply(g)
	case Fell:
		e.apply(g)
	case Woke:
		e.apply(g)
	case Acted:
		e.apply(g)
	case Fired:
		e.apply(g)
	case Slept:
		e.apply(g)
	case Broke:
		e.apply(g)
	case Gathered:
		e.apply(g)
	case WentOn:
		e.apply(g)
	case Turned:
		e.apply(g)
	case Skipped:
		e.apply(g)
	case Passed:
		e.apply(g)
	case OpenerMoved:
		e.apply(g)
	case Nominated:
		e.apply(g)
	case Withdrawn:
		e.apply(g)
	case Struck:
		e.apply(g)
	case Invited:
		e.apply(g)
	case Closing:
		e.apply(g)
	case Rounded:
		e.apply(g)
	case VoteOff:
		e.apply(g)
	case Opened:
		e.apply(g)
	case Counted:
		e.apply(g)
	case Fallen:
		e.apply(g)
	default:
		applyMore(g, e)
	}
}

func applyMore(g *Game, e Event) {
	switch e := e.(type) {
	case Tied:
		e.apply(g)
	case Pleaded:
		e.apply(g)
	case Asked:
		e.apply(g)
	case Answered:
		e.apply(g)
	case Excused:
		e.apply(g)
	case Settled:
		e.apply(g)
	case Departed:
		e.apply(g)
	case Owed:
		e.apply(g)
	case Counting:
		e.apply(g)
	case FoulGiven:
		e.apply(g)
	case BestMoved:
		e.apply(g)
	case Revealed:
		e.apply(g)
	case Accusing:
		e.apply(g)
	case Cleared:
		e.apply(g)
	case Judged:
		e.apply(g)
	case NightCalled:
		e.apply(g)
	case Wrote:
		e.apply(g)
	case NotesRead:
		e.apply(g)
	case Carded:
		e.apply(g)
	case Replaced:
		e.apply(g)
	case Overruled:
		e.apply(g)
	case DeclaredBeaten:
		e.apply(g)
	case Ended:
		e.apply(g)
	case WordLost:
		e.apply(g)
	default:
		panic("mafia: an event that apply does not list: " + EventKind(e))
	}
}
