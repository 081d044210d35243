// Package lot draws lots that anybody can check: the same seed gives the same
// draws on every machine and in every version of the program.
//
// The numbers are those of splitmix64. The state begins as the seed; for each
// number the state grows by 0x9e3779b97f4a7c15, and the number is the state z
// mixed by
//
//	z = (z xor z>>30) * 0xbf58476d1ce4e5b9
//	z = (z xor z>>27) * 0x94d049bb133111eb
//	z = z xor z>>31
//
// all in 64 bits without sign. A number below n is z modulo n, where a z of
// the last, incomplete stretch of n numbers below 2^64-1 is passed over. An
// order of n things begins as 0, 1, ... n-1; for i from n-1 down to 1 a number
// j below i+1 is drawn, and the things at i and j change places. Seed 1 puts
// ten things in the order 4 2 8 1 9 3 0 6 7 5.
package lot

// Lot is a source of draws. The zero value is that of seed 0. It is a value:
// a copy draws the same as the original from there on.
type Lot struct{ state uint64 }

// New gives the draws of a seed.
func New(seed uint64) Lot { return Lot{seed} }

// Next draws a number of 64 bits.
func (l *Lot) Next() uint64 {
	l.state += 0x9e3779b97f4a7c15
	z := l.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// Below draws a number from 0 to n-1, each equally likely. n must be positive.
func (l *Lot) Below(n int) int {
	limit := ^uint64(0) - ^uint64(0)%uint64(n)
	for {
		if x := l.Next(); x < limit {
			return int(x % uint64(n))
		}
	}
}

// Order draws an order of 0..n-1, each equally likely; for n below 1 it is empty.
func (l *Lot) Order(n int) []int {
	out := make([]int, max(n, 0))
	for i := range out {
		out[i] = i
	}
	for i := n - 1; i > 0; i-- {
		j := l.Below(i + 1)
		out[i], out[j] = out[j], out[i]
	}
	return out
}
