package lot

import (
	"fmt"
	"slices"
	"testing"
)

// The numbers are those that the published program of splitmix64 gives for the seed 1234567.
func TestTheNumbersAreThoseOfSplitmix64(t *testing.T) {
	l := New(1234567)
	for i, want := range []uint64{6457827717110365317, 3203168211198807973, 9817491932198370423, 4593380528125082431, 16408922859458223821} {
		if got := l.Next(); got != want {
			t.Errorf("number %d is %d, want %d", i, got, want)
		}
	}
}

// What the package's comment tells a reader to find.
func TestTheOrderOfTheDocumentation(t *testing.T) {
	l := New(1)
	if got := fmt.Sprint(l.Order(10)); got != "[4 2 8 1 9 3 0 6 7 5]" {
		t.Errorf("seed 1 gives %s", got)
	}
}

func TestACopyDrawsTheSame(t *testing.T) {
	a := New(7)
	a.Next()
	b := a
	if !slices.Equal(a.Order(20), b.Order(20)) {
		t.Error("a copy goes another way")
	}
}

func TestOrdersOfFew(t *testing.T) {
	l := New(3)
	for n := -1; n < 4; n++ {
		if got := l.Order(n); len(got) != max(n, 0) {
			t.Errorf("an order of %d: %v", n, got)
		}
	}
}

// Each of the 24 orders of four comes up about a thousand times in 24,000 seeds: the sum of squared deviations, 23
// degrees of freedom, is below 49.7 in 999 of 1,000 fair lots. The seeds are fixed, so the test is too.
func TestEveryOrderIsEquallyLikely(t *testing.T) {
	count := map[string]int{}
	for seed := range uint64(24000) {
		l := New(seed)
		count[fmt.Sprint(l.Order(4))]++
	}
	chi := 0.0
	for _, n := range count {
		chi += float64((n-1000)*(n-1000)) / 1000
	}
	if len(count) != 24 || chi > 49.7 {
		t.Errorf("%d orders, chi squared %.1f", len(count), chi)
	}
}
