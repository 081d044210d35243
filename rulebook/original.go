package rulebook

import "omerta/mafia"

// original is the inventor's game: no host, no special roles, free talk,
// accusations and paper notes.
func original(v map[string]string) *mafia.Rulebook {
	return &mafia.Rulebook{
		Min: 6, Max: 16,
		Free: true, NoFouls: true, Points: true, BlackKnown: true, Hostless: v["host"] == "none",
		Meet:       []mafia.Waking{{Role: mafia.Mafia, Seconds: 20}},
		Powers:     ClosedEyes{},
		ShownBlack: shown(mafia.Mafia),
		Victory: []mafia.Win{
			{Rule: "ORIGINAL-END-1", When: NoNames{}},
			{Rule: "ORIGINAL-END-2", When: NoRed{}},
			{Rule: "ORIGINAL-END-2", When: NobodyLeft{}},
		},
		Roles: map[mafia.Role]string{mafia.Mafia: "ORIGINAL-SETUP-4", mafia.Civilian: "ORIGINAL-SETUP-4"},
		Cites: map[mafia.Reason]string{
			mafia.WhyMisdeal: "ORIGINAL-SETUP-2", mafia.WhyOver: "ORIGINAL-END-2", mafia.WhyNotSpeaking: "ORIGINAL-DAY-1", mafia.WhyNomPhase: "ORIGINAL-DAY-2",
			mafia.WhyNomOut: "ORIGINAL-DAY-2", mafia.WhyNomTwice: "ORIGINAL-DAY-2", mafia.WhyNomLimit: "ORIGINAL-DAY-2",
			mafia.WhyWithdrawNever: "ORIGINAL-DAY-4", mafia.WhyWithdrawOwn: "ORIGINAL-DAY-4", mafia.WhyFloor: "ORIGINAL-DAY-1",
			mafia.WhyCloser: "ORIGINAL-DAY-1", mafia.WhyVotePhase: "ORIGINAL-DAY-3", mafia.WhyVoteOrder: "ORIGINAL-DAY-3",
			mafia.WhyOustPhase: "ORIGINAL-DAY-3", mafia.WhyShotPhase: "ORIGINAL-NIGHT-2", mafia.WhyShotBlack: "ORIGINAL-NIGHT-2", mafia.WhyShotUnknown: "ORIGINAL-NIGHT-2",
			mafia.WhyActPhase: "ORIGINAL-SETUP-4", mafia.WhyActNobody: "ORIGINAL-SETUP-4", mafia.WhyActDeed: "ORIGINAL-SETUP-4",
			mafia.WhyActOpening: "ORIGINAL-SETUP-4", mafia.WhyMoveDue: "ORIGINAL-DAY-5", mafia.WhyMoveThree: "ORIGINAL-DAY-5",
			mafia.WhyReveal: "ORIGINAL-DAY-5", mafia.WhyAccuse: "ORIGINAL-DAY-4", mafia.WhyAccuseOut: "ORIGINAL-DAY-2",
			mafia.WhyJudge: "ORIGINAL-DAY-3", mafia.WhyJudgeVoter: "ORIGINAL-DAY-3",
			mafia.WhyCallNight: "ORIGINAL-NIGHT-1", mafia.WhyCallVoter: "ORIGINAL-NIGHT-1",
			mafia.WhyNote: "ORIGINAL-NIGHT-2", mafia.WhyNoteOut: "ORIGINAL-NIGHT-2", mafia.WhyNoteBlack: "ORIGINAL-NIGHT-5",
			mafia.WhyNoteRed: "ORIGINAL-NIGHT-5", mafia.WhyNoteUnknown: "ORIGINAL-NIGHT-5",
			mafia.WhySubstituteOut: "ORIGINAL-SETUP-5", mafia.WhyNoHost: "ORIGINAL-SETUP-6", mafia.WhyFoulNone: "ORIGINAL-END-4",
		},
	}
}
