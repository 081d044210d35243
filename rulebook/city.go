package rulebook

import "omerta/mafia"

// city is the "city" game for 10 to 40: up to ten roles, one resolution a night.
func city(v map[string]string) *mafia.Rulebook {
	kill, heal := []mafia.Deed{mafia.Kill}, []mafia.Deed{mafia.Heal}
	return common(v, &mafia.Rulebook{
		Min: 10, Max: mafia.MaxSeats,
		NightFirst: true, Introduce: true,
		Calls: []mafia.Waking{
			{Role: mafia.Mistress, Deeds: []mafia.Deed{mafia.Visit}},
			{Role: mafia.Mafia, Deeds: kill},
			{Role: mafia.Doctor, Deeds: heal},
			{Role: mafia.Sheriff, Deeds: []mafia.Deed{mafia.Check, mafia.Gun}},
			{Role: mafia.Maniac, Deeds: kill},
			{Role: mafia.Bodyguard, Deeds: []mafia.Deed{mafia.Guard}},
			{Role: mafia.Reanimator, Deeds: heal},
			{Role: mafia.Ripper, Deeds: kill},
		},
		Powers: Layers{
			Blocks: true, HealBreaksChain: v["heal-breaks-chain"] == "yes",
			GuardBreaksChain: v["bodyguard-breaks-chain"] == "yes",
			FirstNightImmune: v["immunity.covers"] == "first-night", ImmuneChain: v["immunity.chain"] == "yes",
		},
		ShownBlack: shown(mafia.Mafia, mafia.Don),
		Floor:      true, Gestures: true, NoviceImmune: true, ChainEarns: true, Carries: true,
		SameVisit: true, SelfVisit: 1, BlackKnown: true,
		Victory: []mafia.Win{
			{Rule: "CITY-WIN-5", When: NobodyLeft{}},
			{Rule: "CITY-WIN-1", When: SoloAmong{Others: 3, OneRed: v["victory.maniac-with"] == "1-red"}},
			{Rule: "CITY-WIN-2", When: BothSolo{}},
			{Rule: "CITY-WIN-3", When: NoBlack{OustSolo: v["victory.red-must-oust-maniac"] == "yes"}},
			{Rule: "CITY-WIN-4", When: Parity{SoloBlocks: v["victory.maniac-blocks-black"] == "yes"}},
			{Rule: "CITY-WIN-3", When: Quiet{Days: num(v, "victory.stalemate")}},
		},
		Roles: map[mafia.Role]string{
			mafia.Mafia: "CITY-ROLE-2", mafia.Don: "CITY-ROLE-3", mafia.Mistress: "CITY-ROLE-5", mafia.Doctor: "CITY-ROLE-7",
			mafia.Sheriff: "CITY-ROLE-8", mafia.Maniac: "CITY-ROLE-10", mafia.Bodyguard: "CITY-ROLE-11",
			mafia.Reanimator: "CITY-ROLE-12", mafia.Ripper: "CITY-ROLE-13", mafia.Civilian: "CITY-ROLE-1",
		},
		Cites: cityCites(),
	})
}

func cityCites() map[mafia.Reason]string {
	return map[mafia.Reason]string{
		"cancel": "CITY-FOUL-8", "no-candidate": "CITY-VOTE-5", "revote": "CITY-TIE-2", "single-stays": "CITY-VOTE-3",
		"single-leaves": "CITY-VOTE-4", "most-votes": "CITY-VOTE-6", "no-votes": "CITY-VOTE-2", "tie-stays": "CITY-TIE-4",
		"question": "CITY-TIE-3", "nobody-votes": "CITY-TIE-4", "declared": "CITY-FOUL-6",
		mafia.WhyMisdeal: "CITY-SETUP-11", mafia.WhyOver: "CITY-WIN-7", mafia.WhyNotSpeaking: "CITY-DAY-3", mafia.WhyNomPhase: "CITY-NOM-1", mafia.WhyNomMuted: "CITY-FOUL-2",
		mafia.WhyNomOut: "CITY-NOM-3", mafia.WhyNomTwice: "CITY-NOM-3", mafia.WhyNomLimit: "CITY-NOM-2",
		mafia.WhyWithdrawNever: "CITY-NOM-3", mafia.WhyWithdrawOwn: "CITY-NOM-3",
		mafia.WhyFloor: "CITY-DAY-4", mafia.WhyFloorMuted: "CITY-FOUL-11", mafia.WhyFloorDefence: "CITY-TIE-1", mafia.WhyCloser: "CITY-DAY-5", mafia.WhyCloserMuted: "CITY-FOUL-11",
		mafia.WhyVotePhase: "CITY-VOTE-1", mafia.WhyVoteOrder: "CITY-VOTE-1", mafia.WhyVoteTwice: "CITY-VOTE-2",
		mafia.WhyVoteOut: "CITY-VOTE-2", mafia.WhyVoteTied: "CITY-TIE-2",
		mafia.WhyOustPhase: "CITY-TIE-3", mafia.WhyOustVoter: "CITY-TIE-3",
		mafia.WhyShotPhase: "CITY-ROLE-2", mafia.WhyShotBlack: "CITY-ROLE-2", mafia.WhyShotUnknown: "CITY-ROLE-2", mafia.WhyShotNumber: "CITY-ROLE-2",
		mafia.WhyActPhase: "CITY-NIGHT-2", mafia.WhyActOpening: "CITY-NIGHT-1", mafia.WhyActDone: "CITY-NIGHT-2",
		mafia.WhyActGun: "CITY-ROLE-9", mafia.WhyActOut: "CITY-NIGHT-10",
		mafia.WhyGesture: "CITY-FOUL-5", "act-self:mistress": "CITY-ROLE-6", "act-self:doctor": "CITY-ROLE-7", "act-self:reanimator": "CITY-ROLE-12",
		"act-self:bodyguard": "CITY-ROLE-11", "act-same:doctor": "CITY-ROLE-7", "act-same:reanimator": "CITY-ROLE-12",
		mafia.WhyMoveDue: "CITY-DAY-2", mafia.WhyMoveThree: "CITY-DAY-2", mafia.WhyReveal: "CITY-DAY-2",
		mafia.WhyFoulOut: "CITY-FOUL-10", mafia.WhyRemoveOut: "CITY-FOUL-10",
		mafia.WhySubstituteOut: "CITY-SETUP-12", mafia.WhyForfeit: "CITY-FOUL-3", mafia.WhyBeaten: "CITY-FOUL-6",
	}
}
