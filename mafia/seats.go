package mafia

import (
	"encoding/json"
	"fmt"
	"math/bits"
	"strconv"
)

// MaxSeats is the largest table of any rulebook (CITY-SETUP-2).
const MaxSeats = 40

// Seat is a place at the table, 1..MaxSeats; 0 is nobody.
type Seat uint8

// MarshalJSON writes the number. Without it a list of seats, being a list of
// bytes, would be written in base64.
func (s Seat) MarshalJSON() ([]byte, error) { return strconv.AppendUint(nil, uint64(s), 10), nil }

// Seats is a set of seats. The zero value is the empty set.
type Seats uint64

// SeatsOf gives the set of the seats named.
func SeatsOf(list ...Seat) Seats {
	var s Seats
	for _, x := range list {
		s |= 1 << x
	}
	return s
}

// FirstSeats gives the set 1..n.
func FirstSeats(n int) Seats { return Seats(1)<<(uint(n)+1) - 2 }

// Has reports whether x is in the set.
func (s Seats) Has(x Seat) bool { return s>>x&1 == 1 }

// With gives the set and x.
func (s Seats) With(x Seat) Seats { return s | 1<<x }

// Without gives the set without x.
func (s Seats) Without(x Seat) Seats { return s &^ (1 << x) }

// Minus gives what is in s and not in t.
func (s Seats) Minus(t Seats) Seats { return s &^ t }

// Count is the number of seats in the set.
func (s Seats) Count() int { return bits.OnesCount64(uint64(s)) }

// First is the lowest seat of the set, 0 when it is empty.
func (s Seats) First() Seat {
	if s == 0 {
		return 0
	}
	return Seat(bits.TrailingZeros64(uint64(s)))
}

// After is the next seat of the set clockwise from x, x itself last; 0 when
// the set is empty.
func (s Seats) After(x Seat) Seat {
	if up := s &^ (1<<(x+1) - 1); up != 0 {
		return up.First()
	}
	return s.First()
}

// List gives the seats in ascending order, never nil.
func (s Seats) List() []Seat {
	out := make([]Seat, 0, s.Count())
	for ; s != 0; s &= s - 1 {
		out = append(out, s.First())
	}
	return out
}

// MarshalJSON writes the set as an ascending list of numbers; nobody is in no list.
func (s Seats) MarshalJSON() ([]byte, error) {
	return appendSet(make([]byte, 0, 2+3*s.Count()), s), nil
}

// appendSet appends what MarshalJSON gives.
func appendSet(b []byte, s Seats) []byte {
	s = s.Without(0)
	b = append(b, '[')
	for first := true; s != 0; s &= s - 1 {
		if !first {
			b = append(b, ',')
		}
		first = false
		x := s.First()
		if x >= 10 {
			b = append(b, '0'+byte(x/10))
		}
		b = append(b, '0'+byte(x%10))
	}
	return append(b, ']')
}

// UnmarshalJSON reads a list of numbers within 1..MaxSeats, each at most once.
func (s *Seats) UnmarshalJSON(b []byte) error {
	var list []int
	if err := json.Unmarshal(b, &list); err != nil {
		return err
	}
	var out Seats
	for _, x := range list {
		if x < 1 || x > MaxSeats {
			return fmt.Errorf("seat %d is outside 1..%d", x, MaxSeats)
		}
		if out.Has(Seat(x)) {
			return fmt.Errorf("seat %d is named twice", x)
		}
		out = out.With(Seat(x))
	}
	*s = out
	return nil
}

// MarshalText writes a role's id.
func (r Role) MarshalText() ([]byte, error) { return []byte(r.String()), nil }

// UnmarshalText reads a role's id; an unknown word is an error.
func (r *Role) UnmarshalText(b []byte) error {
	x, ok := ParseRole(string(b))
	if !ok {
		return fmt.Errorf("no role is called %q", b)
	}
	*r = x
	return nil
}

// MarshalText writes a side's id.
func (s Side) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads a side's id; an unknown word is an error.
func (s *Side) UnmarshalText(b []byte) error {
	for x := NoSide; x <= Solo; x++ {
		if x.String() == string(b) {
			*s = x
			return nil
		}
	}
	return fmt.Errorf("no side is called %q", b)
}
