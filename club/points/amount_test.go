package points_test

import (
	"encoding/json"
	"testing"

	"omerta/club/points"
)

func TestPointsAreReadAndWritten(t *testing.T) {
	for in, want := range map[string]string{
		"0": "0", "1": "1", "-0.5": "-0.5", "0,25": "0.25", "+0.1333": "0.1333", ".4": "0.4", "-,4": "-0.4", "007.10": "7.1",
		"1000": "1000", "-1000": "-1000", "3.": "3",
	} {
		p, err := points.ParsePoints(in)
		if err != nil || p.String() != want {
			t.Errorf("%q: %v, %v; want %s", in, p, err, want)
		}
	}
	for _, bad := range []string{"", "-", "+", ".", ",", "1e3", "0.12345", "1000.0001", "--1", "+-1", "1.2.3", "1,2,3", "x", " 1", "99999999999"} {
		if p, err := points.ParsePoints(bad); err == nil {
			t.Errorf("%q is taken for %v", bad, p)
		}
	}
}

// All amounts come back from JSON, sums that no seat could have too.
func TestPointsGoThroughJSON(t *testing.T) {
	for _, p := range []points.Points{0, 1, -1, 9999, -9999, 10000, 12345678, -42 * points.Point, 1 << 40} {
		data, err := json.Marshal(p)
		if err != nil {
			t.Fatal(err)
		}
		var back points.Points
		if err := json.Unmarshal(data, &back); err != nil || back != p {
			t.Errorf("%d is written %s and read %d, %v", p, data, back, err)
		}
	}
	var p points.Points
	for _, bad := range []string{`"1"`, `1e2`, `0.00001`, `true`, `[]`} {
		if err := json.Unmarshal([]byte(bad), &p); err == nil {
			t.Errorf("%s is taken for %v", bad, p)
		}
	}
}
