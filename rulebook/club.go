package rulebook

import "omerta/mafia"

// club is the game of seven cards.
func club(v map[string]string) *mafia.Rulebook {
	kill := []mafia.Deed{mafia.Kill}
	check := []mafia.Deed{mafia.Check}
	return common(v, &mafia.Rulebook{
		Min: 7, Max: mafia.MaxSeats,
		Meet: []mafia.Waking{{Role: mafia.Mafia}},
		Calls: []mafia.Waking{
			{Role: mafia.Mafia, Deeds: kill},
			{Role: mafia.Don, Deeds: check},
			{Role: mafia.Sheriff, Deeds: check},
			{Role: mafia.Mistress, Deeds: []mafia.Deed{mafia.Visit}},
			{Role: mafia.Doctor, Deeds: []mafia.Deed{mafia.Heal}},
			{Role: mafia.Maniac, Deeds: kill},
		},
		Powers: Layers{
			HealBreaksChain:  v["heal-breaks-chain"] == "yes",
			FirstNightImmune: v["immunity.covers"] == "first-night", ImmuneChain: v["immunity.chain"] == "yes",
		},
		ShownBlack: shown(mafia.Mafia, mafia.Don, mafia.Maniac),
		Checks:     true, Forfeits: true, Carries: true,
		Alibi:     map[string]mafia.Alibi{"stays": mafia.AlibiStays, "not-nominated": mafia.AlibiNotNominated}[v["alibi"]],
		SelfVisit: -1, BlackKnown: true, MaxImmune: 2, RemovedWord: true,
		Victory: []mafia.Win{
			{Rule: "CLUB-WIN-5", When: NobodyLeft{}},
			{Rule: "CLUB-WIN-4", When: SoloAmong{Others: 3, OneRed: v["victory.maniac-with"] == "1-red"}},
			{Rule: "CLUB-WIN-1", When: NoBlack{OustSolo: v["victory.red-must-oust-maniac"] == "yes"}},
			{Rule: "CLUB-WIN-2", When: Parity{SoloBlocks: v["victory.maniac-blocks-black"] == "yes"}},
			{Rule: "CLUB-WIN-1", When: Quiet{Days: num(v, "victory.stalemate")}},
		},
		Roles: map[mafia.Role]string{
			mafia.Mafia: "CLUB-NIGHT-2", mafia.Don: "CLUB-NIGHT-3", mafia.Sheriff: "CLUB-NIGHT-4", mafia.Mistress: "CLUB-NIGHT-5",
			mafia.Doctor: "CLUB-NIGHT-7", mafia.Maniac: "CLUB-NIGHT-8", mafia.Civilian: "CLUB-SETUP-1",
		},
		Cites: clubCites(),
	})
}

func clubCites() map[mafia.Reason]string {
	return map[mafia.Reason]string{
		"cancel": "CLUB-VOTE-7", "no-candidate": "CLUB-VOTE-5", "revote": "CLUB-TIE-1", "single-stays": "CLUB-VOTE-5",
		"single-leaves": "CLUB-VOTE-5", "most-votes": "CLUB-VOTE-4", "no-votes": "CLUB-VOTE-3", "tie-stays": "CLUB-TIE-2",
		"question": "CLUB-TIE-2", "nobody-votes": "CLUB-TIE-2", "declared": "CLUB-FOUL-5",
		mafia.WhyMisdeal: "CLUB-SETUP-5", mafia.WhyOver: "CLUB-FOUL-5", mafia.WhyNotSpeaking: "CLUB-DAY-1", mafia.WhyNomPhase: "CLUB-NOM-1", mafia.WhyNomMuted: "CLUB-FOUL-1",
		mafia.WhyNomOut: "CLUB-NOM-1", mafia.WhyNomTwice: "CLUB-NOM-1", mafia.WhyNomLimit: "CLUB-NOM-1", mafia.WhyNomAlibi: "CLUB-VOTE-6",
		mafia.WhyWithdrawNever: "CLUB-NOM-1", mafia.WhyWithdrawOwn: "CLUB-NOM-1",
		mafia.WhyFloor: "CLUB-DAY-1", mafia.WhyCloser: "CLUB-DAY-1", mafia.WhyCloserMuted: "CLUB-DAY-1",
		mafia.WhyVotePhase: "CLUB-VOTE-2", mafia.WhyVoteOrder: "CLUB-VOTE-2", mafia.WhyVoteTwice: "CLUB-VOTE-3",
		mafia.WhyVoteOut: "CLUB-VOTE-3", mafia.WhyVoteTied: "CLUB-TIE-1",
		mafia.WhyOustPhase: "CLUB-TIE-2", mafia.WhyOustVoter: "CLUB-TIE-2",
		mafia.WhyShotPhase: "CLUB-NIGHT-2", mafia.WhyShotBlack: "CLUB-NIGHT-2", mafia.WhyShotUnknown: "CLUB-NIGHT-2", mafia.WhyShotNumber: "CLUB-NIGHT-2",
		mafia.WhyActPhase: "CLUB-NIGHT-1", mafia.WhyActOpening: "CLUB-SETUP-3", mafia.WhyActDone: "CLUB-NIGHT-1",
		mafia.WhyActOut: "CLUB-NIGHT-9", "act-self:mistress": "CLUB-NIGHT-6", "act-same:mistress": "CLUB-NIGHT-5",
		"act-self:doctor": "CLUB-NIGHT-7", "act-same:doctor": "CLUB-NIGHT-7",
		mafia.WhyActDeed: "CLUB-SETUP-1", mafia.WhyActNobody: "CLUB-SETUP-1",
		"act-deed:sheriff": "CLUB-NIGHT-4", "act-deed:don": "CLUB-NIGHT-3", "act-deed:mafia": "CLUB-NIGHT-2",
		"act-nobody:sheriff": "CLUB-NIGHT-4", "act-nobody:don": "CLUB-NIGHT-3", "act-nobody:mafia": "CLUB-NIGHT-2",
		"act-nobody:mistress": "CLUB-NIGHT-5", "act-nobody:doctor": "CLUB-NIGHT-7", "act-nobody:maniac": "CLUB-NIGHT-8",
		mafia.WhyMoveDue: "CLUB-MORN-1", mafia.WhyMoveThree: "CLUB-MORN-1", mafia.WhyReveal: "CLUB-MORN-1",
		mafia.WhyFoulOut: "CLUB-FOUL-9", mafia.WhyRemoveOut: "CLUB-FOUL-6",
		mafia.WhySubstituteOut: "CLUB-SETUP-6", mafia.WhyGesture: "CLUB-FOUL-4", mafia.WhyImmune: "CLUB-IMM-4", mafia.WhyBeaten: "CLUB-FOUL-5",
	}
}
