package main

import (
	"runtime/debug"
	"strings"
	"testing"
)

func TestVersionLineNamesCommitAndChanges(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{
		{Key: "vcs.revision", Value: "0123456789abcdef0123"},
		{Key: "vcs.modified", Value: "true"},
	}}
	if got, want := versionLine(info), "omerta (devel), commit 0123456789ab with changes, go"; !strings.HasPrefix(got, want) {
		t.Errorf("got %q, want it to begin with %q", got, want)
	}
}

func TestVersionLineWithoutBuildInfo(t *testing.T) {
	if got := versionLine(&debug.BuildInfo{}); !strings.HasPrefix(got, "omerta (devel), go") {
		t.Errorf("got %q", got)
	}
}
