package main

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"omerta/say"

	"omerta/record"
)

const sound = "omerta 1\nrulebook: classic\ndeal: civilian*6 sheriff mafia*2 don\n\nday 1\nbeaten black\n"

// files writes records and gives their paths by name.
func files(t *testing.T, texts map[string]string) func(string) string {
	dir := t.TempDir()
	for name, text := range texts {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return func(name string) string { return filepath.Join(dir, name) }
}

func runReplay(t *testing.T, names ...string) (out string, code int) {
	t.Helper()
	var b bytes.Buffer
	err := replayCmd{Files: names}.Run(&b)
	var e exit
	if err != nil && !errors.As(err, &e) {
		t.Fatalf("the error is %v", err)
	}
	return b.String(), int(e)
}

func TestReplayPrintsOneLineForASoundRecord(t *testing.T) {
	at := files(t, map[string]string{
		"won.mafia":  sound,
		"open.mafia": strings.Replace(sound, "day 1\nbeaten black", "night 2", 1),
		"city.mafia": "omerta 1\r\nrulebook: city\r\ndeal: civilian*8 maniac don\r\nnight 1\r\nleaves 1\r\n",
	})
	out, code := runReplay(t, at("won.mafia"), at("open.mafia"), at("city.mafia"))
	want := at("won.mafia") + ": red won, day 1\n" + at("open.mafia") + ": unfinished, night 2\n" + at("city.mafia") + ": unfinished, night 1\n"
	if out != want || code != 0 {
		t.Errorf("code %d, got:\n%swant:\n%s", code, out, want)
	}
}

func TestReplayGoesOnAfterAFaultyFile(t *testing.T) {
	at := files(t, map[string]string{
		"bad.mafia":   strings.Replace(sound, "beaten black", "1 nominates 11\nexpect winner black", 1),
		"bytes.mafia": "omerta 1\n\xff\n",
		"large.mafia": strings.Repeat("#", record.MaxSize+1),
		"other.txt":   "hello\n",
		"won.mafia":   sound,
	})
	out, code := runReplay(t, at("bad.mafia"), at("bytes.mafia"), at("large.mafia"), at("other.txt"), at("won.mafia"))
	var want []string
	for _, s := range []string{
		"bad.mafia:6:[NOTATION]", "bad.mafia:7:[EXPECT]", "bytes.mafia:2:[NOTATION]", "large.mafia:1:[NOTATION]",
		"other.txt:1:[NOTATION]", "won.mafia: red won, day 1",
	} {
		want = append(want, at(s))
	}
	lines := strings.Split(strings.TrimSpace(out), "\n")
	if code != 1 || len(lines) != len(want) {
		t.Fatalf("code %d, got:\n%s", code, out)
	}
	for i, l := range lines {
		place, rule, _ := strings.Cut(want[i], "[")
		if !strings.HasPrefix(l, place) || rule != "" && !strings.HasSuffix(l, "["+rule) {
			t.Errorf("got %s, want %s", l, want[i])
		}
	}
}

func TestReplayReadsStandardInput(t *testing.T) {
	at := files(t, map[string]string{"in": sound})
	f, err := os.Open(at("in"))
	if err != nil {
		t.Fatal(err)
	}
	old := os.Stdin
	os.Stdin = f
	t.Cleanup(func() { os.Stdin = old; _ = f.Close() })
	if out, code := runReplay(t, "-"); out != "-: red won, day 1\n" || code != 0 {
		t.Errorf("code %d, got %q", code, out)
	}
}

func TestReplayOfAMissingFileIsTwo(t *testing.T) {
	at := files(t, map[string]string{"won.mafia": sound})
	if out, code := runReplay(t, at("none.mafia"), at("won.mafia")); code != 2 || !strings.HasSuffix(out, "red won, day 1\n") {
		t.Errorf("code %d, got %q", code, out)
	}
}

func TestAFileThatIsNotThereIsToldInTheLanguage(t *testing.T) {
	_, err := readFile("none.mafia")
	if got := unread(say.RU, "none.mafia", err); got != "Файла none.mafia здесь нет." {
		t.Error(got)
	}
}
