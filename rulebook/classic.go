package rulebook

import "omerta/mafia"

// classic is the club and sport game for ten.
func classic(v map[string]string) *mafia.Rulebook {
	sec := common(v, &mafia.Rulebook{}).Seconds
	return common(v, &mafia.Rulebook{
		Min: 10, Max: 10,
		Meet: []mafia.Waking{
			{Role: mafia.Don},
			{Role: mafia.Mafia, Seconds: sec.Agreement},
			{Role: mafia.Sheriff, Seconds: sec.LookAround},
		},
		Calls: []mafia.Waking{
			{Role: mafia.Mafia, Closed: true},
			{Role: mafia.Don, Deeds: []mafia.Deed{mafia.Check}, Seconds: sec.Check},
			{Role: mafia.Sheriff, Deeds: []mafia.Deed{mafia.Check}, Seconds: sec.Check},
		},
		Powers:      ClosedEyes{},
		ShownBlack:  shown(mafia.Mafia, mafia.Don),
		MutedPutsUp: true,
		Checks:      true,
		BestMove: map[string]mafia.BestMoveDue{
			"first-victim": mafia.FirstVictim, "first-night": mafia.FirstNight,
			"none": mafia.NoBestMove,
		}[v["best-move"]],
		Reveals: true,
		Victory: []mafia.Win{
			{Rule: "CLASSIC-WIN-6", When: NobodyLeft{}},
			{Rule: "CLASSIC-WIN-1", When: NoBlack{}},
			{Rule: "CLASSIC-WIN-2", When: Parity{}},
			{Rule: "CLASSIC-WIN-3", When: Quiet{Days: num(v, "victory.stalemate")}},
		},
		BlackKnown: true,
		Roles:      map[mafia.Role]string{mafia.Don: "CLASSIC-NIGHT-4", mafia.Sheriff: "CLASSIC-NIGHT-5", mafia.Mafia: "CLASSIC-NIGHT-1"},
		Cites: map[mafia.Reason]string{
			"cancel": "CLASSIC-FOUL-8", "no-candidate": "CLASSIC-VOTE-9", "revote": "CLASSIC-TIE-2", "single-stays": "CLASSIC-VOTE-7",
			"single-leaves": "CLASSIC-VOTE-8", "most-votes": "CLASSIC-VOTE-6", "no-votes": "CLASSIC-VOTE-5",
			"tie-stays": "CLASSIC-TIE-6", "question": "CLASSIC-TIE-4", "nobody-votes": "CLASSIC-TIE-4", "declared": "CLASSIC-WIN-4",
			mafia.WhyMisdeal: "CLASSIC-SETUP-4", mafia.WhyOver: "CLASSIC-WIN-7", mafia.WhyNotSpeaking: "CLASSIC-DAY-1", mafia.WhyNomPhase: "CLASSIC-NOM-1",
			mafia.WhyNomOut: "CLASSIC-NOM-4", mafia.WhyNomTwice: "CLASSIC-NOM-1", mafia.WhyNomLimit: "CLASSIC-NOM-1",
			mafia.WhyWithdrawNever: "CLASSIC-NOM-2", mafia.WhyWithdrawOwn: "CLASSIC-NOM-2",
			mafia.WhyFloor: "CLASSIC-DAY-1", mafia.WhyCloser: "CLASSIC-DAY-1", mafia.WhyCloserMuted: "CLASSIC-DAY-1",
			mafia.WhyVotePhase: "CLASSIC-VOTE-1", mafia.WhyVoteOrder: "CLASSIC-VOTE-1", mafia.WhyVoteTwice: "CLASSIC-VOTE-2",
			mafia.WhyVoteOut: "CLASSIC-VOTE-2", mafia.WhyVoteTied: "CLASSIC-TIE-2",
			mafia.WhyOustPhase: "CLASSIC-TIE-4", mafia.WhyOustVoter: "CLASSIC-TIE-4",
			mafia.WhyShotPhase: "CLASSIC-NIGHT-1", mafia.WhyShotBlack: "CLASSIC-NIGHT-1", mafia.WhyShotUnknown: "CLASSIC-NIGHT-1", mafia.WhyShotNumber: "CLASSIC-NIGHT-1", mafia.WhyShotDone: "CLASSIC-NIGHT-1", mafia.WhySubstituteOut: "CLASSIC-SETUP-5",
			mafia.WhyActPhase: "CLASSIC-NIGHT-4", mafia.WhyActOpening: "CLASSIC-NIGHT0-4", mafia.WhyActDone: "CLASSIC-NIGHT-6",
			"act-phase:don": "CLASSIC-NIGHT-4", "act-phase:sheriff": "CLASSIC-NIGHT-5",
			mafia.WhyMoveDue: "CLASSIC-MORN-2", mafia.WhyMoveRevealed: "CLASSIC-MORN-3", mafia.WhyMoveThree: "CLASSIC-MORN-4",
			mafia.WhyReveal: "CLASSIC-MORN-3", mafia.WhyFoulOut: "CLASSIC-FOUL-12", mafia.WhyRemoveOut: "CLASSIC-FOUL-4",
			mafia.WhyGesture: "CLASSIC-FOUL-4", mafia.WhyForfeit: "CLASSIC-FOUL-6", mafia.WhyBeaten: "CLASSIC-FOUL-9",
			mafia.WhyActNobody: "CLASSIC-SETUP-2", mafia.WhyActDeed: "CLASSIC-SETUP-2",
			"act-nobody:don": "CLASSIC-NIGHT-4", "act-nobody:sheriff": "CLASSIC-NIGHT-5", "act-nobody:mafia": "CLASSIC-NIGHT-1",
			"act-deed:mafia": "CLASSIC-NIGHT-1", "act-deed:don": "CLASSIC-NIGHT-4", "act-deed:sheriff": "CLASSIC-NIGHT-5",
		},
	})
}

// shown lists the cards that a check shows as black.
func shown(roles ...mafia.Role) (out [11]bool) {
	for _, r := range roles {
		out[r] = true
	}
	return out
}
