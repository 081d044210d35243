package mafia

// Setup is what a game starts from.
type Setup struct {
	Nicks []string `json:"nicks"` // seat 1 first; their number is the number of players
	// Deal gives the cards by seat; Unknown where nobody has learned a card yet.
	// Empty: the cards of Cast are dealt from Seed.
	Deal       []Role `json:"deal"`
	Cast       Cast   `json:"cast"` // the composition; worked out from a complete Deal
	Immune     Seats  `json:"immune"`
	Novices    Seats  `json:"novices"`
	Tournament bool   `json:"tournament"`
	Seed       uint64 `json:"seed"` // luck comes in here and nowhere else
}

// rng is splitmix64: small, fast, the same on every machine.
type rng uint64

func (r *rng) next() uint64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below gives a number in [0, n) without bias.
func (r *rng) below(n int) int {
	limit := ^uint64(0) - ^uint64(0)%uint64(n)
	for {
		if x := r.next(); x < limit {
			return int(x % uint64(n))
		}
	}
}

// dealt shuffles a composition.
func dealt(cast Cast, seed uint64) []Role {
	out := make([]Role, 0, cast.Total())
	for r, n := range cast {
		for ; n > 0; n-- {
			out = append(out, Role(r))
		}
	}
	rnd := rng(seed)
	for i := len(out) - 1; i > 0; i-- {
		j := rnd.below(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}
