//go:build unix

package main

import "time"

// racy are the packages in which goroutines meet; the others are pure or run in one goroutine.
var racy = []string{"journal", "table", "server", "web"}

// plan is the list of steps of a mode, cheapest first, so that a slip shows early.
func plan(mode string) ([]step, bool) {
	build := step{name: "build", args: []string{"make", "build"}, limit: 20 * time.Minute, vital: true}
	modules := step{name: "web modules", args: []string{"make", "web"}, limit: 15 * time.Minute, vital: true}
	switch mode {
	case "check":
		steps := append([]step{modules}, checks()...)
		return append(steps, goTests("go test -short", 10*time.Minute, nil, "-short", "./...")), true
	case "test":
		steps := append([]step{build}, checks()...)
		steps = append(steps, goTests("go test", 20*time.Minute, nil, "./..."), races(), browser())
		return steps, true
	case "long":
		steps := append([]step{build}, checks()...)
		long := []string{"OMERTA_LONG=1", "RAPID_CHECKS=5000"}
		steps = append(steps, goTests("go test, long", 2*time.Hour, long, "-timeout", "110m", "./..."), races(), browser())
		return steps, true
	}
	return nil, false
}

// checks read the sources and run the tests of the pages' parts.
func checks() []step {
	npm := func(script string, args ...string) []string {
		return append([]string{"npm", "run", "-s", script}, args...)
	}
	return []step{
		{name: "gofumpt", args: []string{"scripts/check-go.sh", "format"}, limit: 12 * time.Minute},
		{name: "go vet", args: []string{"go", "vet", "./..."}, limit: 10 * time.Minute},
		{name: "staticcheck", args: []string{"scripts/check-go.sh", "static"}, limit: 15 * time.Minute},
		{name: "prettier", args: npm("format:check"), dir: "web", limit: 3 * time.Minute},
		{name: "eslint", args: npm("lint"), dir: "web", limit: 5 * time.Minute},
		{name: "svelte-check", args: npm("check"), dir: "web", limit: 5 * time.Minute},
		{name: "knip", args: npm("knip"), dir: "web", limit: 3 * time.Minute},
		{
			name: "vitest", dir: "web", limit: 10 * time.Minute, count: vitest,
			args: npm("test", "--", "--reporter=default", "--reporter=json", "--outputFile.json={report}"),
		},
	}
}

func goTests(name string, limit time.Duration, env []string, args ...string) step {
	return step{name: name, args: append([]string{"go", "test", "-json"}, args...), env: env, limit: limit, count: goTest}
}

// races runs the packages in which goroutines meet under the race detector, which alone needs a C compiler.
func races() step {
	script := `scripts/need-cc.sh || exit 75
for dir; do
	shift
	[ ! -d "$dir" ] || set -- "$@" "./$dir/..."
done
exec go test -json -race -short "$@"`
	return step{
		name: "go test -race", args: append([]string{"sh", "-c", script, "race"}, racy...),
		env: []string{"CGO_ENABLED=1"}, limit: 30 * time.Minute, count: goTest,
	}
}

// browser drives the built program with a real browser.
func browser() step {
	script := `CHROMIUM=$(scripts/need-chromium.sh) || exit 1
export CHROMIUM
cd web && exec npm run -s e2e`
	return step{name: "browser tests", args: []string{"sh", "-c", script}, limit: 30 * time.Minute, count: playwright}
}
