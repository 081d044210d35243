package plan

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"strings"
	"testing"

	"omerta/say"
)

func TestAPlanComesBackFromCSV(t *testing.T) {
	odd := []string{"=1+1", "'-quoted", "Кот; «Мурзик»", `a "b", c`, "@home", "-", "plain", "+7"}
	for _, f := range []Form{{}, {say.EN, ',', false}, {say.RU, ';', true}, {"de", '\t', false}} {
		a := Ask{People: odd, Rounds: 4, Tables: 2, Seats: 3, Seed: 5}
		p, _, err := Optimize(context.Background(), a, 1000, nil)
		if err != nil {
			t.Fatal(err)
		}
		var b strings.Builder
		if err := Write(&b, p, f); err != nil {
			t.Fatal(err)
		}
		if strings.Contains(b.String(), ",=") || strings.Contains(b.String(), ";@") {
			t.Errorf("a formula: %s", b.String())
		}
		got, err := Read(strings.NewReader(b.String()))
		if err != nil {
			t.Fatalf("%+v: %v\n%s", f, err, b.String())
		}
		if !reflect.DeepEqual(named(got), named(p)) {
			t.Errorf("%+v: another plan came back", f)
		}
	}
}

// named is a plan by names: the order of people may be another one.
func named(p *Plan) string {
	var b strings.Builder
	for r, round := range p.Rounds {
		for _, table := range round {
			for _, who := range table {
				fmt.Fprintf(&b, "%s|", p.People[who])
			}
			b.WriteString("\n")
		}
		out := map[string]bool{}
		for _, who := range p.Out(r) {
			out[p.People[who]] = true
		}
		fmt.Fprintln(&b, out)
	}
	return b.String()
}

const goodFile = "seat,note,round,person,table\n1,x,1,a,1\n2,,1,b,1\n,,1,c,\n1,,2,c,1\n2,,2,a,1\n"

func TestColumnsMayStandInAnyOrder(t *testing.T) {
	p, err := Read(strings.NewReader(goodFile))
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(*p); got != "{[a b c] [[[0 1]] [[2 0]]]}" {
		t.Errorf("read %s", got)
	}
}

func TestWhatIsWrongInAPlanIsToldByLine(t *testing.T) {
	var b strings.Builder
	for _, file := range []string{
		"",
		"\n\n",
		"tour,table,seat\n",
		"round,table,seat,person\n",
		"round,table,seat,person\n1,1,1,\"a\n",
		"round,table,seat,person\n1,1,1,a\n\n1,1,1,b\n1,1,3,a\n0,1,2,c\n1,x,2,d\n1,1,99,e\n1,1,3,f\n1,3,1,\u200b\n3,2,1,g\n",
		"тур;стол;место;игрок\r\n1;1;1;а\r\n1;1;2;а\r\n2;;;а\r\n",
		strings.Repeat("x", MaxFile+1),
		"round,table,seat,person\n" + strings.Repeat("1,1,1\n", 300),
	} {
		_, err := Read(strings.NewReader(file))
		var faults Faults
		if !errors.As(err, &faults) {
			t.Fatalf("%.40q: %v", file, err)
		}
		fmt.Fprintf(&b, "%.60q\n", file)
		for i, f := range faults {
			if i == 12 {
				fmt.Fprintf(&b, "  and %d more\n", len(faults)-i)
				break
			}
			fmt.Fprintf(&b, "  %d: %s\n     %s\n", f.Row, f.In(say.EN), f.In(say.RU))
		}
	}
	if strings.Contains(b.String(), "plan.csv") || strings.Contains(strings.ReplaceAll(b.String(), "\\u", ""), "{") {
		t.Error("a text is missing or not filled in")
	}
	golden(t, "faults.golden", b.String())
}

func TestWishesFromCSV(t *testing.T) {
	got, err := ReadWishes(strings.NewReader("couple;a;b\n\nзапрет; c ;d;a\n"), []string{"a", "b", "c", "d"})
	if err != nil || fmt.Sprint(got) != "[{apart [a b]} {ban [c d a]}]" {
		t.Errorf("%v, %v", got, err)
	}
	_, err = ReadWishes(strings.NewReader("apart,a,x\nnear,a,b\nban,a\nban,a,a\n"), []string{"a", "b"})
	var faults Faults
	if !errors.As(err, &faults) {
		t.Fatal(err)
	}
	var lines []string
	for _, f := range faults {
		lines = append(lines, fmt.Sprintf("%d %s", f.Row, f.In(say.EN)))
	}
	const want = "1 Player x is not on the list.\n2 There is no kind of wish “near”. There are: apart, couple, friends, ban.\n" +
		"3 A wish takes two people at least.\n4 Player a stands twice in the wish."
	if s := strings.Join(lines, "\n"); s != want {
		t.Errorf("%s", s)
	}
}

func FuzzRead(f *testing.F) {
	f.Add(goodFile)
	f.Add("round,table,seat,person\n2,40,40,a\n1,,,b\n")
	f.Fuzz(func(t *testing.T, file string) {
		p, err := Read(strings.NewReader(file))
		if err != nil {
			return
		}
		p.Weigh(nil)
		var b strings.Builder
		if err := Write(&b, p, Form{}); err != nil {
			t.Fatal(err)
		}
		again, err := Read(strings.NewReader(b.String()))
		if err != nil || named(again) != named(p) {
			t.Errorf("%v: %q does not come back", err, file)
		}
	})
}
